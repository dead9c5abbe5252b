"""The constitution: `governance.pxf` becomes a policy, and a path the domain it belongs to.

Pure, and imported only when the default branch has the file: `pxf` reads the language, `constitution` the
meaning, `mapping` the paths. What users read: `docs/governance.md`.
"""
