"""Checks request bodies against the types that OpenAI publishes in its `openai` package.

    python validate_openai.py tests/requests/openai
    python validate_openai.py tests/requests/openai-chat

Prints one line for each file and exits with 1 if one does not fit. The folder's name says which API it is for. Keys that
the types do not have are errors: every `TypedDict` is made strict and closed before it is used.
"""

import json
import pathlib
import sys
import typing

import typing_extensions
from openai.types.chat import completion_create_params
from openai.types.responses import response_create_params
from pydantic import ConfigDict, TypeAdapter, ValidationError

CLOSED = ConfigDict(extra="forbid", strict=True)


def close(kind, seen):
    """Makes each `TypedDict` that can be reached from a type refuse keys that it does not have."""
    if id(kind) in seen:
        return
    seen.add(id(kind))
    if typing_extensions.is_typeddict(kind):
        kind.__pydantic_config__ = CLOSED
        for inner in hints(kind).values():
            close(inner, seen)
        # Iterables are checked only when they are read, and then nobody looks: lists are what JSON has.
        kind.__annotations__ = {key: as_list(inner) for key, inner in hints(kind).items()}
        kind.__module__ = __name__
        return
    for inner in typing.get_args(kind):
        close(inner, seen)


def hints(kind):
    return typing_extensions.get_type_hints(kind, include_extras=True)


def as_list(kind):
    """The type with lists in place of `Iterable` and `SequenceNotStr`."""
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if not args or origin is typing.Literal:
        return kind
    args = tuple(as_list(it) for it in args)
    name = getattr(origin, "__name__", str(origin))
    if name in ("Iterable", "SequenceNotStr", "Sequence"):
        return typing.List[args[0]]
    if origin is typing.Union or name == "UnionType":
        return typing.Union[args]
    if name == "dict":
        return typing.Dict[args]
    if name == "list":
        return typing.List[args[0]]
    if origin in (typing_extensions.Required, typing_extensions.NotRequired):
        return origin[args[0]]
    return kind


def adapter(folder, is_streamed):
    """What a body of a folder has to be."""
    if folder.endswith("chat"):
        module, prefix = completion_create_params, "CompletionCreateParams"
    else:
        module, prefix = response_create_params, "ResponseCreateParams"
    kind = getattr(module, prefix + ("Streaming" if is_streamed else "NonStreaming"))
    close(kind, set())
    return TypeAdapter(kind)


def main(folder):
    adapters = {}
    is_good = True
    for path in sorted(pathlib.Path(folder).glob("*.json")):
        body = json.loads(path.read_text(encoding="utf-8"))
        is_streamed = bool(body.get("stream"))
        if is_streamed not in adapters:
            adapters[is_streamed] = adapter(pathlib.Path(folder).resolve().name, is_streamed)
        try:
            adapters[is_streamed].validate_python(body)
            print(f"ok   {path.name}")
        except ValidationError as error:
            is_good = False
            print(f"FAIL {path.name}: {error}")
    return 0 if is_good and adapters else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
