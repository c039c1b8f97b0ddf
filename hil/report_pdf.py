def write(*a):
    pass
