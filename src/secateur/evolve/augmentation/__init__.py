"""Which tests are missing from a suite to show the effects of a change?"""
