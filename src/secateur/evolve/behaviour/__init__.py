"""Do two versions behave the same, and on which inputs do they differ?"""
