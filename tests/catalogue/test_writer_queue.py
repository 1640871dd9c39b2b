"""Writers of one process: how long they wait for each other and for other programs."""

from ludex.catalogue.writer_queue import WriteQueueLimits, WriterQueue


def test_after_one_has_waited_in_vain_the_next_ones_do_not_wait_as_long_until_one_has_begun() -> None:
    queue = WriterQueue(WriteQueueLimits(5.0, 24))
    assert queue.timeout == 5.0
    queue.refuse_for_now()
    assert queue.timeout < 1.0
    queue.begun()
    assert queue.timeout == 5.0


def test_a_command_waits_as_long_each_time() -> None:
    queue = WriterQueue(WriteQueueLimits(30.0))
    queue.refuse_for_now()
    assert queue.timeout == 30.0
