"""What the server leans on of gunicorn beyond its settings: a new version that changes it fails here by name."""

import inspect

from gunicorn import util
from gunicorn.app.base import BaseApplication
from gunicorn.arbiter import Arbiter
from gunicorn.config import KNOWN_SETTINGS
from gunicorn.http import wsgi
from gunicorn.workers.gthread import ThreadWorker


def test_write_error_of_gunicorn_is_called_with_the_connection_the_status_a_reason_and_a_text() -> None:
    assert list(inspect.signature(util.write_error).parameters) == ["sock", "status_int", "reason", "mesg"]
    assert list(inspect.signature(util.write_nonblock).parameters)[:2] == ["sock", "data"]
    # The worker calls it through the module, so that ours takes its place.
    assert "util.write_error(" in inspect.getsource(ThreadWorker.handle_error)


def test_the_environment_of_a_request_has_the_socket_of_gunicorn() -> None:
    assert '"gunicorn.socket": sock' in inspect.getsource(wsgi.default_environ)


def test_the_worker_of_gunicorn_ends_by_these_handlers() -> None:
    for name in ("handle_exit", "handle_quit"):
        assert list(inspect.signature(getattr(ThreadWorker, name)).parameters) == ["self", "sig", "frame"]


def test_the_application_of_gunicorn_is_made_by_load_and_configured_by_load_config() -> None:
    assert callable(BaseApplication.load_config)
    assert callable(BaseApplication.load)
    assert hasattr(Arbiter, "LISTENERS")


def test_gunicorn_has_every_setting_that_the_server_gives() -> None:
    known = {setting.name for setting in KNOWN_SETTINGS}
    wanted = {"worker_class", "threads", "graceful_timeout", "post_worker_init", "child_exit", "when_ready"}
    assert wanted <= known
    assert "control_socket_disable" in known
