"""What can a change affect, along which dependence chains, and which tests does it require?"""
