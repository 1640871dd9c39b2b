"""What the server leans on of Granian beyond its documentation: a new version that changes it fails here by name."""

import inspect

from granian import net
from granian._granian import ASGIWorker
from granian.http import HTTP1Settings
from granian.server.common import AbstractServer
from granian.server.mp import MPServer, WorkerProcess

from ludex.server import Server, listening
from ludex.settings import Settings


def test_granian_listens_on_a_socket_that_it_is_given() -> None:
    with listening(Settings("sqlite:////nowhere", port=0)) as listener:
        assert net.SocketHolder(listener.fileno(), False, 128).get_fd() == listener.fileno()
        assert listener.getsockname()[1] > 0
    source = inspect.getsource(MPServer._spawn_worker)
    assert "((self._ssp, self._shd), self._sso)" in source
    assert "self._init_shared_socket()" in inspect.getsource(AbstractServer.startup)
    assert ASGIWorker is not None


def test_granian_ends_and_replaces_workers_by_these_methods() -> None:
    assert "_stop_workers" in inspect.getsource(AbstractServer.shutdown)
    assert "interrupt_children" in inspect.getsource(WorkerProcess._watcher)
    assert list(inspect.signature(AbstractServer._respawn_workers).parameters)[:2] == ["self", "workers"]
    assert "respawned_wrks" in inspect.getsource(AbstractServer._serve_loop)
    assert issubclass(Server, MPServer)


def test_granian_has_every_setting_that_the_server_gives() -> None:
    known = inspect.signature(MPServer.__init__).parameters
    wanted = {"interface", "workers", "loop", "http", "websockets", "backlog", "backpressure", "http1_settings"}
    assert wanted | {"log_dictconfig", "respawn_failed_workers", "respawn_interval", "workers_kill_timeout"} <= set(
        known
    )
    assert {"header_read_timeout", "max_buffer_size"} <= set(HTTP1Settings.__dataclass_fields__)
