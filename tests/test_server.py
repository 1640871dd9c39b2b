"""The address that the service reserves before its worker processes listen on it."""

import socket

import pytest

from ludex.server import reserved_address
from ludex.settings import Settings


def test_port_0_reserves_a_free_port_on_which_workers_can_listen() -> None:
    with reserved_address(Settings(database_url="sqlite://", port=0)) as (host, port):
        assert (host, port > 0) == ("127.0.0.1", True)
        with socket.socket() as worker:
            worker.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
            worker.bind((host, port))
            worker.listen()
            socket.create_connection((host, port)).close()


def test_an_address_in_use_is_refused() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        settings = Settings(database_url="sqlite://", port=other.getsockname()[1])
        with pytest.raises(OSError, match="in use"), reserved_address(settings):
            pass


def test_a_second_service_is_refused() -> None:
    with reserved_address(Settings(database_url="sqlite://", port=0)) as (host, port), socket.socket() as worker:
        worker.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        worker.bind((host, port))
        worker.listen()
        with pytest.raises(OSError, match="in use"), reserved_address(Settings(database_url="sqlite://", port=port)):
            pass
