"""Jobs: operations without the limits of a request, cut into durable steps that survive the end of a worker."""
