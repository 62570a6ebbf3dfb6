"""What can a change affect, along which chains of dependence, and which tests does it call for?"""
