"""Jobs, which execute operations without the limits of a request, in durable steps that survive a worker crash."""
