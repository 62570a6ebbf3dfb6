"""Do two versions behave alike, and on which inputs do they not?"""
