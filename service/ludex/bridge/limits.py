"""How much of the process clients may hold, and for how long; what one request may be is in ludex.requests.bounds."""

CONNECTIONS = 4096
"""Connections of one process; further ones wait until one is closed."""

HEAD_BYTES = 1024 * 1024
"""Of the request line and the headers together, before they are looked at one by one."""

HEADER_SECONDS = 10.0
"""Until the headers of a request are there. An idle connection is closed after as many."""

BODY_SECONDS = 30.0
"""Until the body of a request is there."""

LEFT_SECONDS = 0.2
"""Between two looks at whether a client that sends no more has left altogether."""

READER_SECONDS = 30.0
"""Until a client has taken a piece of its answer."""

PIECE_BYTES = 64 * 1024
"""Of an answer that is sent in pieces."""

LONG_BYTES = 256 * 1024
"""From which on an answer is sent in pieces."""

BODIES_BYTES = 128 * 1024 * 1024
"""Of all bodies that have arrived and are not answered yet."""

ANSWERS_BYTES = 128 * 1024 * 1024
"""Of all long answers that clients have not taken yet."""

STREAMS = 16
"""Answers that are made while they are sent. A slow reader holds one of these, and no thread."""

EVENTS_SECONDS = 0.5
"""Between two looks at what is told by server-sent events."""

READING_THREADS = 4
"""Threads for requests that read, beside those for requests that compute or store."""

PACE_SECONDS = 0.005
"""So long a request has the processor's turns for itself, where answering waits for no other machine."""

STILL_SECONDS = 0.05
SLOW_SECONDS = 1.0
"""A sort of reads of which one had the processor for a pace, or stood still so long, gets threads for so long."""

WAITING_REQUESTS = 1024
"""Requests that wait for a thread; further ones are refused."""

DRAIN_BYTES = 64 * 1024 * 1024
DRAIN_SILENCE = 1.0
"""How much of a body that is too long is read and dropped: many clients look for an answer only once all is sent."""
