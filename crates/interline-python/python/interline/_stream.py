"""A response that is applied while it arrives."""

from __future__ import annotations

from typing import Any, AsyncIterable, AsyncIterator, Iterable, Iterator, Optional, Union

from interline._interline import Applied, Edit, Live


class Stream:
    """The edits of a response, as an iterator or an asynchronous iterator.

    Each edit is for the document as the ones before it left it. After the last one, `applied` has the result.
    """

    def __init__(
        self,
        document: str,
        chunks: Union[Iterable[str], AsyncIterable[str]],
        **options: Any,
    ) -> None:
        self._live = Live(document, **options)
        self._chunks = chunks

    @property
    def applied(self) -> Optional[Applied]:
        """The result; `None` until the response has ended."""
        return self._live.applied

    def __iter__(self) -> Iterator[Edit]:
        if not isinstance(self._chunks, Iterable):
            raise TypeError("the chunks are asynchronous: use `async for`")
        for chunk in self._chunks:
            yield from self._live.push(chunk)
        yield from self._live.finish()

    async def __aiter__(self) -> AsyncIterator[Edit]:
        if isinstance(self._chunks, AsyncIterable):
            async for chunk in self._chunks:
                for edit in self._live.push(chunk):
                    yield edit
        else:
            for chunk in self._chunks:
                for edit in self._live.push(chunk):
                    yield edit
        for edit in self._live.finish():
            yield edit

    def __repr__(self) -> str:
        return f"<Stream {'finished' if self.applied else 'open'}>"


def stream(
    document: str,
    chunks: Union[Iterable[str], AsyncIterable[str]],
    **options: Any,
) -> Stream:
    """Applies a response to a document while it arrives.

    `chunks` is an iterable or an asynchronous iterable of strings. The options are those of `apply_text` and `parse_response`.
    """
    return Stream(document, chunks, **options)
