"""What a browser loads: plain files, served as they are."""
