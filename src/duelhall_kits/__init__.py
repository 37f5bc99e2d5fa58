"""What only one game offers: tools that its players, its designers or its history ask for."""
