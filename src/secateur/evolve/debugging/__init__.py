"""Why does a test that passed in the old version fail in the new one?"""
