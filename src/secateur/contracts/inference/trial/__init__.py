"""Trials: the functions of a module are called with made-up arguments, in made-up order, and what holds whenever the
function under test is entered becomes part of its contract. So the states that are explored are those that the module's
own functions bring about, not those that its types allow."""
