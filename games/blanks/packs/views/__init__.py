"""Pages of packs: what there is, uploads, reports."""
