#!/usr/bin/env python3
"""The client that the conformance suite starts, with the address of its server as the last argument.

Writes a project whose manifest names that server, and runs the `concerto` of `CONCERTO` on it: programs of `client/`, or
`concerto mcp`. Ends with its exit code, and writes that to the file named by `CLIENT_EXIT`, because the suite does not look at it.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
CONCERTO = os.environ["CONCERTO"]
SCENARIO = os.environ.get("MCP_CONFORMANCE_SCENARIO", "")
CONTEXT = json.loads(os.environ.get("MCP_CONFORMANCE_CONTEXT") or "{}")

# The address that the suite knows as that of a client's description.
METADATA = "https://conformance-test.local/client-metadata.json"

# What the agent of a program calls, turn by turn; the servers of sign-in scenarios have one tool.
CALLS = {
    "elicitation-sep1034-client-defaults": [["test_client_elicitation_defaults"]],
    "sse-retry": [["test_reconnection"]],
    # The second call is made while the first one waits for an answer.
    "sep-2322-client-request-state": [
        ["test_mrtr_echo_state", "test_mrtr_unrelated"],
        ["test_mrtr_no_state"],
        ["test_mrtr_no_result_type"],
    ],
    "json-schema-ref-no-deref": [],
    # A model may try what it was not offered.
    "http-invalid-tool-headers": [
        ["valid_tool", "invalid_empty_header", "invalid_object_header", "invalid_duplicate_diff_case"]
    ],
}


def manifest(url: str) -> str:
    lines = ['[project]', 'name = "client"', "", "[mcp.server]", f'url = "{url}"']
    if SCENARIO == "auth/basic-cimd":
        lines.append(f'oauth = {{ client_metadata_url = "{METADATA}" }}')
    if "client_id" in CONTEXT:
        lines.append(f'oauth = {{ client_id = "{CONTEXT["client_id"]}", client_secret_env = "CLIENT_SECRET" }}')
    lines += ["", "[connections.scripted]", 'provider = "simulated"', 'script = "script.json"']
    return "\n".join(lines) + "\n"


def script() -> dict:
    """What the model does: it calls tools, and then it says something."""
    if "toolCalls" in CONTEXT:
        calls = [[{"tool": it["name"], "arguments": it["arguments"]}] for it in CONTEXT["toolCalls"]]
    else:
        turns = CALLS.get(SCENARIO, [["test-tool"]])
        region = {"region": "here"}
        calls = [[{"tool": it, "arguments": region if it == "valid_tool" else {}} for it in turn] for turn in turns]
    return {"turns": [*({"tool_calls": it} for it in calls), {"text": "done"}]}


def concerto(*words: str) -> subprocess.CompletedProcess:
    done = subprocess.run([CONCERTO, *words], text=True, capture_output=True)
    print(done.stdout, end="")
    print(done.stderr, end="", file=sys.stderr)
    return done


def echo_schema() -> int:
    """Lists the tools, and sends the schema of one back to the other."""
    listed = concerto("mcp", "list", "server", "--json")
    if listed.returncode != 0:
        return listed.returncode
    first, second = [json.loads(line) for line in listed.stdout.splitlines()]
    return concerto("mcp", "call", "server", second["name"], json.dumps({"schema": first["input"]})).returncode


def run(url: str) -> int:
    Path("Concerto.toml").write_text(manifest(url))
    Path("script.json").write_text(json.dumps(script()))
    if SCENARIO == "json-schema-2020-12-preservation":
        return echo_schema()
    if SCENARIO in ("initialize", "request-metadata"):
        return concerto("mcp", "list", "server").returncode
    own = HERE / "client" / f"{SCENARIO}.conc"
    shutil.copy(own if own.exists() else HERE / "client" / "agent.conc", "main.conc")
    return concerto("run", "main.conc").returncode


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        os.environ.update(
            BROWSER=f"{sys.executable} {HERE / 'browser.py'}",
            XDG_DATA_HOME=folder,
            CLIENT_SECRET=CONTEXT.get("client_secret", ""),
        )
        code = run(sys.argv[-1])
        os.chdir(HERE)
    if "CLIENT_EXIT" in os.environ:
        Path(os.environ["CLIENT_EXIT"]).write_text(str(code))
    return code


sys.exit(main())
