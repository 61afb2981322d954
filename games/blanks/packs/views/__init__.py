"""Pages of packs: lists, uploads, the editor and reports."""
