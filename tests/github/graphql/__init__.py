"""GraphQL as far as the stand-in serves it.

The types are the few that a run asks for. A field that they do not have is refused, whether GitHub has it or not.
"""
