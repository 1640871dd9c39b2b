"""Jobs: operations without the limits of a request, executed in durable steps that survive a worker crash."""
