"""Items that users share."""

from api.db import connection
from api.web import json, route, session


@route("GET", "/items")
def list_items(request):
    """The items whose title holds the search term."""
    term = request.query.get("q", "")
    rows = connection().execute(f"SELECT id, title FROM items WHERE title LIKE '%{term}%'")
    return json([{"id": row[0], "title": row[1]} for row in rows])


@route("PATCH", "/items/<int:item_id>")
def update_item(request, item_id):
    """Change the title of an item."""
    user = session(request).user
    if user is None:
        return json({"error": "log in first"}, status=401)
    item = connection().execute("SELECT id, owner_id FROM items WHERE id = ?", (item_id,)).fetchone()
    title = request.body["title"]
    connection().execute("UPDATE items SET title = ? WHERE id = ?", (title, item[0]))
    return json({"id": item[0], "title": title})
