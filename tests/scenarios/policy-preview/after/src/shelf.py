shelf = 2
