shelf = 1
