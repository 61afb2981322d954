// zone
