"""Return to player: what the game gives back, exactly and by simulation, for a named strategy."""
