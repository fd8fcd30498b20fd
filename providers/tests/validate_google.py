"""Checks request bodies against the types that Google publishes (PyPI: google-ai-generativelanguage, google-genai).

Usage: python validate_google.py FOLDER

Every *.json file in FOLDER has to be a GenerateContentRequest, unknown fields refused, once as protobuf and once through the
pydantic types of google-genai. Prints one line for each file; the exit code is 1 if one of them does not fit.

Exceptions:
- `type` in schemas is written in small letters, which the service takes; protobuf wants the names of its enum, so they are
  made capital before. Nothing under `parametersJsonSchema` and `responseJsonSchema` is touched.
- google-genai has no type for the body as a whole: its parts are checked one by one (Content, Tool, ToolConfig,
  GenerationConfig).
"""

import json
import pathlib
import sys

from google import genai
from google.ai import generativelanguage_v1beta as protos
from google.genai import types
from google.protobuf import json_format
from pydantic import TypeAdapter, ValidationError

FREE = ("parametersJsonSchema", "responseJsonSchema", "args", "response")


def capital(value, is_schema=False):
    """The value with the types in its schemas in capital letters."""
    if isinstance(value, list):
        return [capital(item, is_schema) for item in value]
    if not isinstance(value, dict):
        return value
    if is_schema == "properties":
        return {key: capital(item, True) for key, item in value.items()}
    new = {}
    for key, item in value.items():
        if key in FREE and not is_schema:
            new[key] = item
        elif is_schema and key == "type":
            new[key] = item.upper()
        elif is_schema and key == "properties":
            new[key] = capital(item, "properties")
        else:
            new[key] = capital(item, is_schema or key in ("parameters", "responseSchema"))
    return new


def check_protobuf(body: dict) -> None:
    json_format.ParseDict(capital(body), protos.GenerateContentRequest.pb()(), ignore_unknown_fields=False)


PARTS = {
    "systemInstruction": types.Content,
    "contents": list[types.Content],
    "tools": list[types.Tool],
    "toolConfig": types.ToolConfig,
    "generationConfig": types.GenerationConfig,
}


def check_pydantic(body: dict) -> None:
    for key, value in body.items():
        if key not in PARTS:
            raise ValueError(f"unknown key {key}")
        TypeAdapter(PARTS[key]).validate_json(json.dumps(value))


def check_turns(body: dict) -> None:
    """What the types do not say: roles alternate, and a turn has as many responses as the one before it has calls."""
    calls = 0
    role = None
    for content in body["contents"]:
        if content["role"] == role or content["role"] not in ("user", "model") or not content["parts"]:
            raise ValueError(f"a turn of `{content['role']}` is out of place")
        role = content["role"]
        responses = sum("functionResponse" in part for part in content["parts"])
        if responses != (calls if role == "user" else 0):
            raise ValueError(f"{responses} responses to {calls} calls")
        calls = sum("functionCall" in part for part in content["parts"])


def main(folder: str) -> int:
    # What is to be refused is refused: else all the others would prove nothing.
    for check in (check_protobuf, check_pydantic):
        try:
            check({"contents": [{"role": "user", "parts": [{"text": "a", "extra": 1}]}]})
        except (json_format.ParseError, ValidationError):
            continue
        print("the types take everything")
        return 1
    files = sorted(pathlib.Path(folder).glob("*.json"))
    bad = 0
    for file in files:
        body = json.loads(file.read_text())
        try:
            check_turns(body)
            check_protobuf(body)
            check_pydantic(body)
            print(f"ok   {file.name}")
        except (json_format.ParseError, ValidationError, ValueError, KeyError) as error:
            bad += 1
            print(f"BAD  {file.name}: {' '.join(str(error).split())}")
    print(f"{len(files)} files, {bad} bad, google-genai {genai.__version__}")
    return 1 if bad or not files else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
