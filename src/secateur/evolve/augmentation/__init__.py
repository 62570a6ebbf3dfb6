"""Which tests does a suite lack to show the effects of a change?"""
