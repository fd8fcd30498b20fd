"""Checks request bodies against the types that Anthropic publishes (PyPI: anthropic).

Usage: python validate_anthropic.py FOLDER

Every *.json file in FOLDER has to be a MessageCreateParams, keys that the types do not know forbidden. Prints one line for
each file; the exit code is 1 if one of them does not fit.

Exceptions: `temperature` and `top_p` are taken by models up to Claude 4.6 only, and the types of today do not have them any
more. Both are checked to be numbers from 0 to 1 and then taken out, unless the model is newer.
"""

import json
import pathlib
import sys
import typing

# The types say Iterable, which pydantic would read lazily, that is, not at all.
typing.Iterable = typing.List

import anthropic  # noqa: E402
import typing_extensions  # noqa: E402
from anthropic.types import message_create_params  # noqa: E402
from anthropic.types.content_block_param import ContentBlockParam  # noqa: E402
from pydantic import ConfigDict, TypeAdapter, ValidationError  # noqa: E402

WITHOUT_SAMPLING = ("claude-opus-4-7", "claude-opus-4-8", "claude-sonnet-5", "claude-opus-5")


def adapter() -> TypeAdapter:
    for name, module in list(sys.modules.items()):
        if not name.startswith("anthropic.types"):
            continue
        if hasattr(module, "SequenceNotStr"):
            module.SequenceNotStr = typing.List
        # Content may also be the objects of a response, which take any key: here it is what requests are made of.
        if hasattr(module, "MessageContentParam"):
            module.MessageContentParam = typing.Union[str, typing.List[ContentBlockParam]]
        for value in list(vars(module).values()):
            if typing_extensions.is_typeddict(value) and not hasattr(value, "__pydantic_config__"):
                value.__pydantic_config__ = ConfigDict(extra="forbid", arbitrary_types_allowed=True)
    return TypeAdapter(message_create_params.MessageCreateParams)


def take_sampling(body: dict) -> None:
    if body["model"].startswith(WITHOUT_SAMPLING):
        return
    for key in ("temperature", "top_p"):
        value = body.pop(key, 0)
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= 1:
            raise ValueError(f"{key} is {value!r}")


def check_turns(body: dict) -> None:
    """What the types do not say: turns alternate, results come first, and no text is blank."""
    roles = [message["role"] for message in body["messages"]]
    if roles[0] != "user" or any(one == other for one, other in zip(roles, roles[1:])):
        raise ValueError(f"the roles are {roles}")
    for message in body["messages"]:
        kinds = [block["type"] == "tool_result" for block in message["content"]]
        if kinds != sorted(kinds, reverse=True):
            raise ValueError("a result does not come first")
        if any(block["type"] == "text" and not block["text"].strip() for block in message["content"]):
            raise ValueError("a text is blank")


def main(folder: str) -> int:
    types = adapter()
    # What is to be refused is refused: else all the others would prove nothing.
    for wrong in ({"extra": 1}, {"messages": [{"role": "user", "content": [{"type": "text", "text": "a", "x": 1}]}]}):
        try:
            types.validate_python({"model": "m", "max_tokens": 1, "messages": [], **wrong})
        except ValidationError:
            continue
        print("the types take everything")
        return 1
    files = sorted(pathlib.Path(folder).glob("*.json"))
    bad = 0
    for file in files:
        body = json.loads(file.read_text())
        try:
            take_sampling(body)
            check_turns(body)
            types.validate_python(body, strict=True)
            print(f"ok   {file.name}")
        except (ValidationError, ValueError, KeyError) as error:
            bad += 1
            print(f"BAD  {file.name}: {' '.join(str(error).split())}")
    print(f"{len(files)} files, {bad} bad, anthropic {anthropic.__version__}")
    return 1 if bad or not files else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
