"""Bodies of the command line's commands, one file each, imported when asked for."""
