"""Who may post scans."""
