"""Writers of one process: how long they wait for each other and for other programs."""

from ludex.catalogue.storage.availability import WriteQueueLimits, WriterQueue


def test_after_one_has_waited_in_vain_the_next_one_does_not_wait_as_long() -> None:
    queue = WriterQueue(WriteQueueLimits(5.0, 24))
    with queue.turn() as seconds:
        assert seconds == 5.0
        queue.refuse_for_now()
    with queue.turn() as seconds:
        assert seconds < 1.0
    with queue.turn() as seconds:
        assert seconds == 5.0


def test_a_command_waits_as_long_each_time() -> None:
    queue = WriterQueue(WriteQueueLimits(30.0))
    with queue.turn():
        queue.refuse_for_now()
    with queue.turn() as seconds:
        assert seconds == 30.0
