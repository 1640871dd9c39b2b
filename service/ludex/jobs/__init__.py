"""Jobs, which run operations without the limits of a request, in durable steps that survive worker crashes."""
