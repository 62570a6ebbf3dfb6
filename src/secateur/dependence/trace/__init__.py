"""What did each value and each decision of one path depend on? The answers come from the trace of the run."""
