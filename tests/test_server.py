"""What the server leans on of uvicorn beyond its documentation: a new version that changes it fails here by name."""

import inspect

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from ludex.bridge.protocol import Protocol, Spelling
from ludex.server import listening
from ludex.settings import Settings


class Written:
    """A transport that keeps what is written."""

    def __init__(self) -> None:
        self.pieces: list[bytes] = []

    def write(self, data: bytes) -> None:
        self.pieces.append(data)


def test_the_server_listens_on_a_socket_that_it_is_given() -> None:
    with listening(Settings("sqlite:////nowhere", port=0)) as listener:
        assert listener.getsockname()[1] > 0


def test_names_of_headers_are_spelled_as_clients_look_for_them_and_bodies_stay() -> None:
    written = Written()
    transport = Spelling(written)  # type: ignore[arg-type]
    transport.write(b"HTTP/1.1 200 OK\r\ncontent-type: a\r\netag: w-b\r\nx-content-type-options: nosniff\r\n\r\n")
    transport.write(b"a\r\nbody: with lines")
    assert written.pieces == [
        b"HTTP/1.1 200 OK\r\nContent-Type: a\r\nETag: w-b\r\nX-Content-Type-Options: nosniff\r\n\r\n",
        b"a\r\nbody: with lines",
    ]


def test_uvicorn_writes_the_head_of_an_answer_as_one_piece() -> None:
    sent = inspect.getsource(RequestResponseCycle.send)
    assert "content = [STATUS_LINE[status_code]]" in sent and 'self.transport.write(b"".join(content))' in sent


def test_uvicorn_tells_a_connection_of_its_requests_by_these_methods() -> None:
    for name in ("connection_made", "connection_lost", "data_received", "on_message_begin", "on_headers_complete"):
        assert name in vars(HttpToolsProtocol) and name in vars(Protocol)
    assert "self.send_400_response(msg)" in inspect.getsource(HttpToolsProtocol.data_received)
    assert "self.connections.add(self)" in inspect.getsource(HttpToolsProtocol.connection_made)
