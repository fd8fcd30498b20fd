#!/usr/bin/env python3
"""Concerto programs with servers that are not ours, and clients that are not ours with `concerto mcp serve`.

Run by `interop.sh` with the Python of a folder that has the package `mcp`. Every case is a function; one that fails says what it
got, and the others still run.
"""

import argparse
import asyncio
import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import traceback
import urllib.error
import urllib.request
from pathlib import Path

import anyio
from mcp import Client, MCPError, StdioServerParameters, stdio_client, types
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client

HERE = Path(__file__).resolve().parent
LOOPBACK = {**os.environ, "NODE_OPTIONS": f"--require {HERE / 'loopback.cjs'}"}
TOKEN = "a-token-for-this-run"
TIMEOUT = 60

parser = argparse.ArgumentParser()
parser.add_argument("--node", required=True)
parser.add_argument("--packages", required=True)
parser.add_argument("--concerto", required=True)
parser.add_argument("--only")
ARGS = parser.parse_args()
CASES = []


def case(function):
    CASES.append(function)
    return function


# Projects with servers of others


def package(name: str) -> str:
    return str(Path(ARGS.packages) / "@modelcontextprotocol" / name / "dist" / "index.js")


def over_process(*command: str, more: str = "") -> str:
    return f"[mcp.tools]\ncommand = {json.dumps(command)}\n{more}\n"


def over_http(url: str) -> str:
    return f'[mcp.tools]\nurl = "{url}"\n'


def python_over_process(more: str = "") -> str:
    return over_process(sys.executable, str(HERE / "python_server.py"), "stdio", more=more)


@contextlib.contextmanager
def project(servers: str, program: str = "", turns: list | None = None):
    """A folder with a manifest, a program and what its model says."""
    with tempfile.TemporaryDirectory() as folder:
        scripted = '[connections.scripted]\nprovider = "simulated"\nscript = "script.json"\n'
        (Path(folder) / "Concerto.toml").write_text(f'[project]\nname = "interop"\n\n{servers}\n{scripted}')
        (Path(folder) / "script.json").write_text(json.dumps({"turns": [*(turns or []), {"text": "done"}]}))
        (Path(folder) / "main.conc").write_text(program)
        yield Path(folder)


def calls(*them: tuple[str, dict]) -> dict:
    return {"tool_calls": [{"tool": tool, "arguments": arguments} for tool, arguments in them]}


def concerto(folder: Path, *words: str, code: int = 0) -> str:
    """What the command says: standard output, and where it should fail, standard error."""
    done = subprocess.run([ARGS.concerto, *words], cwd=folder, text=True, capture_output=True, timeout=TIMEOUT)
    assert done.returncode == code, f"{words} ended with {done.returncode}:\n{done.stdout}{done.stderr}"
    return done.stdout + (done.stderr if code else "")


def same(got: str, wanted: str) -> None:
    assert got.strip() == wanted.strip(), f"got:\n{got}\nand not:\n{wanted}"


def has(got: str, *wanted: str) -> None:
    for it in wanted:
        assert it in got, f"there is no {it!r} in:\n{got}"


@contextlib.contextmanager
def listening(*command: str, port: int, env: dict | None = None):
    """A process that listens at a port, which is ended with all its children."""
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen(command, env=env, start_new_session=True, **quiet)
    try:
        for _ in range(600):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            assert process.poll() is None, f"{command} ended with {process.returncode}"
            time.sleep(0.05)
        yield
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGTERM)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


@contextlib.contextmanager
def python_over_http():
    port = free_port()
    with listening(sys.executable, str(HERE / "python_server.py"), "http", str(port), port=port):
        yield over_http(f"http://127.0.0.1:{port}/mcp")


@contextlib.contextmanager
def everything_over_http():
    port = free_port()
    env = {**LOOPBACK, "PORT": str(port)}
    with listening(ARGS.node, package("server-everything"), "streamableHttp", port=port, env=env):
        yield over_http(f"http://127.0.0.1:{port}/mcp")


def program(name: str) -> str:
    return (HERE / "interop" / f"{name}.conc").read_text()


# The Python server

CODE = """
Bonn: 21.5
tool_failed: Error executing tool broken: out of order
Some("image") Some("image/png")
counted to 3
["note://picture", "note://today"]
note://today: Some("buy milk")
Some("image/png"): Some(68) bytes
no such note
["greet"]
Say hello to Ada.
"""

AGENT_TURNS = [
    calls(("weather", {"city": "Bonn"})),
    calls(("broken", {})),
    calls(("picture", {})),
    calls(("count", {"to": 2})),
    calls(("book", {"show": "Fidelio"})),
]

AGENT = """
  weather: {"city":"Bonn","degrees":21.5}
  broken failed: Error executing tool broken: out of order
  picture: image
  progress {"progress":1,"total":2,"message":"at 1"}
  progress {"progress":2,"total":2,"message":"at 2"}
  count: {"result":"counted to 2"}
  asks: How many seats?
  book: {"result":"4 seats for Fidelio, window: True"}
done
"""


def run_agent(folder: Path, answer: dict | None = None) -> str:
    return concerto(folder, "run", "main.conc", "--quiet", "--", json.dumps(answer or {}))


@case
def functions_of_a_python_server_are_called_from_code():
    with project(python_over_process(), program("code")) as folder:
        same(concerto(folder, "run", "main.conc"), CODE)


@case
def functions_of_a_python_server_are_called_from_code_over_http():
    with python_over_http() as server, project(server, program("code")) as folder:
        same(concerto(folder, "run", "main.conc"), CODE)


@case
def an_agent_calls_tools_of_a_python_server():
    with project(python_over_process(), program("agent"), AGENT_TURNS) as folder:
        same(run_agent(folder, {"seats": 4}), AGENT)


@case
def an_agent_calls_tools_of_a_python_server_over_http():
    with python_over_http() as server, project(server, program("agent"), AGENT_TURNS) as folder:
        same(run_agent(folder, {"seats": 4}), AGENT)


GROWS = [calls(("grow", {})), {"text": "grown"}, {**calls(("grown", {})), "expect": {"contains": "new"}}]


@case
def a_tool_that_a_server_gets_is_there_in_the_next_execution():
    with python_over_http() as server, project(server, program("grows"), GROWS) as folder:
        same(concerto(folder, "run", "main.conc", "--quiet"), "grown\ndone")
        has(concerto(folder, "mcp", "list"), "grown()  A new tool")


@case
def a_changed_server_is_refused_until_it_is_locked_again():
    with project(python_over_process(), program("agent"), AGENT_TURNS[:1]) as folder:
        has(concerto(folder, "mcp", "lock"), "tools: 6 tools")
        has(concerto(folder, "mcp", "lock", "--check"), "nothing has changed")
        has(run_agent(folder), "weather: ")
        manifest = folder / "Concerto.toml"
        manifest.write_text(manifest.read_text().replace("[mcp.tools]", '[mcp.tools]\nenv = { CHANGED = "1" }'))
        has(concerto(folder, "mcp", "lock", "--check", code=1), "weather")
        has(concerto(folder, "run", "main.conc", "--quiet", "--", "{}", code=1), "weather", "concerto mcp lock")
        concerto(folder, "mcp", "lock")
        has(run_agent(folder), "weather: ")


@case
def tools_are_allowed_and_denied():
    rules = 'allow = ["weather", "co*"]\ndeny = ["count"]'
    with project(python_over_process(rules), program("agent"), AGENT_TURNS[:4]) as folder:
        has(concerto(folder, "mcp", "list"), "1 tool", "weather(city)")
        has(run_agent(folder), "weather: ", "broken failed: ", "count failed: ")
        concerto(folder, "mcp", "call", "tools", "count", '{"to": 1}', code=1)


# The servers of the protocol's project

EVERYTHING_TURNS = [
    calls(("echo", {"message": "hello"}), ("get-sum", {"a": 2, "b": 3})),
    calls(("get-tiny-image", {}), ("get-resource-reference", {"resourceType": "Text", "resourceId": 1})),
    calls(("get-structured-content", {"location": "Chicago"})),
    calls(("trigger-long-running-operation", {"duration": 0.2, "steps": 2})),
    calls(("trigger-elicitation-request", {})),
]


def check_everything(server: str) -> None:
    with project(server, program("agent"), EVERYTHING_TURNS) as folder:
        has(concerto(folder, "mcp", "list"), "echo(message)", "get-sum(a, b)")
        got = run_agent(folder, {"name": "Ada"})
        has(got, '  echo: "Echo: hello"', '  get-sum: "The sum of 2 and 3 is 5."')
        has(got, "  get-tiny-image: text, image, text", "  get-resource-reference: text, resource, text")
        has(got, '"conditions":', '  progress {"progress":1,"total":2', "  asks: ", "Ada", "done")


@case
def the_everything_server_is_used():
    check_everything(over_process(ARGS.node, package("server-everything"), "stdio"))


@case
def the_everything_server_is_used_over_http():
    with everything_over_http() as server:
        check_everything(server)


@case
def the_filesystem_server_is_used():
    with tempfile.TemporaryDirectory() as shared:
        note = str(Path(shared).resolve() / "note.txt")
        turns = [
            calls(("write_file", {"path": note, "content": "remember the milk"})),
            calls(("read_text_file", {"path": note}), ("read_text_file", {"path": "/etc/hostname"})),
        ]
        server = over_process(ARGS.node, package("server-filesystem"), str(Path(shared).resolve()))
        with project(server, program("agent"), turns) as folder:
            has(run_agent(folder), "remember the milk", "read_text_file failed: ", "outside allowed directories")
        same(Path(note).read_text(), "remember the milk")


@case
def the_memory_server_is_used():
    with tempfile.TemporaryDirectory() as shared:
        ada = {"name": "Ada", "entityType": "person", "observations": ["likes engines"]}
        turns = [calls(("create_entities", {"entities": [ada]})), calls(("search_nodes", {"query": "engines"}))]
        server = over_process(
            ARGS.node, package("server-memory"), more=f'env = {{ MEMORY_FILE_PATH = "{shared}/memory.jsonl" }}'
        )
        with project(server, program("agent"), turns) as folder:
            has(run_agent(folder), "create_entities: ", "search_nodes: ", "likes engines")


# Clients that are not ours

SERVE = [str(HERE / "interop" / "serve.conc"), "--short-names", "--quiet"]


def inspector(*words: str, code: int = 0) -> dict:
    with tempfile.TemporaryDirectory() as home:
        env = {**os.environ, "HOME": home}
        script = str(Path(ARGS.packages) / ".bin" / "mcp-inspector")
        done = subprocess.run(
            [ARGS.node, script, "--cli", *words], text=True, capture_output=True, timeout=TIMEOUT, env=env
        )
    assert done.returncode == code, f"{words} ended with {done.returncode}:\n{done.stdout}{done.stderr}"
    return json.loads(done.stdout) if done.stdout.strip() else {}


@contextlib.contextmanager
def served():
    """`concerto mcp serve` over HTTP, for those who have the token: its address."""
    port = free_port()
    env = {**os.environ, "SERVER_TOKEN": TOKEN}
    words = ["mcp", "serve", *SERVE, "--http", f"127.0.0.1:{port}", "--token-env", "SERVER_TOKEN"]
    with listening(ARGS.concerto, *words, port=port, env=env):
        yield f"http://127.0.0.1:{port}/mcp"


def check_inspector(*server: str) -> None:
    names = [it["name"] for it in inspector(*server, "--method", "tools/list")["tools"]]
    assert names == ["add", "point", "fail", "count", "delete", "colour", "hold", "held"], names
    call = ["--method", "tools/call", "--tool-name"]
    added = inspector(*server, *call, "add", "--tool-arg", "a=2", "b=3")
    assert added["structuredContent"] == {"result": 5} and not added.get("isError"), added


@case
def the_inspector_calls_a_program():
    check_inspector(ARGS.concerto, "mcp", "serve", *SERVE)


@case
def the_inspector_calls_a_program_over_http():
    with served() as url:
        check_inspector(url, "--transport", "http", "--header", f"Authorization: Bearer {TOKEN}")


def over_stdio(mode: str, **more) -> Client:
    command = StdioServerParameters(command=ARGS.concerto, args=["mcp", "serve", *SERVE])
    return Client(stdio_client(command), mode=mode, **more)


def over_token(url: str, mode: str, **more) -> Client:
    headers = {"Authorization": f"Bearer {TOKEN}"}
    return Client(streamable_http_client(url, http_client=create_mcp_http_client(headers=headers)), mode=mode, **more)


def text_of(result: types.CallToolResult) -> str:
    return "".join(it.text for it in result.content if isinstance(it, types.TextContent))


async def check_calls(client: Client) -> None:
    """Lists, results, errors, progress and cancellation."""
    tools = {it.name: it for it in (await client.list_tools()).tools}
    assert tools["add"].annotations.read_only_hint and tools["point"].title == "Point maker", tools
    point = await client.call_tool("point", {"at": 3})
    assert point.structured_content == {"x": 3, "y": 6}, point
    failed = await client.call_tool("fail", {"why": "rain"})
    assert failed.is_error and "no: rain" in text_of(failed), failed
    wrong = await client.call_tool("add", {"a": "x", "b": 1})
    assert wrong.is_error, wrong
    told = []

    async def tell(progress: float, total: float | None, message: str | None) -> None:
        told.append((progress, total, message))

    counted = await client.call_tool("count", {"to": 3}, progress_callback=tell)
    assert text_of(counted) == "counted to 3", counted
    assert told == [(1, 3, "at 1"), (2, 3, "at 2"), (3, 3, "at 3")], told
    with anyio.move_on_after(1):
        await client.call_tool("hold", {})
        raise AssertionError("it was not held")
    # It waits for the call before, which nobody wants any more.
    with anyio.fail_after(10):
        held = await client.call_tool("held", {})
    assert held.structured_content == {"result": 0}, held
    try:
        await client.call_tool("nothing", {})
        raise AssertionError("there is such a tool?")
    except MCPError as error:
        assert "nothing" in str(error), error


async def check_questions(connect) -> None:
    """Somebody says yes, somebody says no, and a client cannot ask."""
    asked = []

    def answering(action: str, content: dict | None):
        async def answer(_, params: types.ElicitRequestParams) -> types.ElicitResult:
            asked.append(params.message)
            return types.ElicitResult(action=action, content=content)

        return answer

    async with connect(elicitation_callback=answering("accept", {})) as client:
        deleted = await client.call_tool("delete", {"name": "a.txt"})
        assert text_of(deleted) == "deleted a.txt" and "a.txt" in asked[-1], (deleted, asked)
    async with connect(elicitation_callback=answering("decline", None)) as client:
        deleted = await client.call_tool("delete", {"name": "a.txt"})
        assert deleted.is_error and "said no" in text_of(deleted), deleted
    async with connect(elicitation_callback=answering("accept", {"answer": "blue"})) as client:
        colour = await client.call_tool("colour", {})
        assert colour.structured_content == {"result": "blue"}, colour
    async with connect(elicitation_callback=answering("accept", {"answer": "green"})) as client:
        colour = await client.call_tool("colour", {})
        assert colour.is_error, colour
    async with connect() as client:
        try:
            assert (await client.call_tool("delete", {"name": "a.txt"})).is_error
        except MCPError as error:
            assert "capability" in str(error), error


async def check_client(connect) -> None:
    async with connect() as client:
        await check_calls(client)
    await check_questions(connect)


@case
def the_python_client_calls_a_program():
    asyncio.run(check_client(lambda **more: over_stdio("auto", **more)))


@case
def the_python_client_calls_a_program_in_the_older_way():
    asyncio.run(check_client(lambda **more: over_stdio("legacy", **more)))


@case
def the_python_client_calls_a_program_over_http():
    with served() as url:
        asyncio.run(check_client(lambda **more: over_token(url, "auto", **more)))


@case
def the_python_client_calls_a_program_over_http_in_the_older_way():
    with served() as url:
        asyncio.run(check_client(lambda **more: over_token(url, "legacy", **more)))


@case
def nobody_calls_a_program_without_its_token():
    with served() as url:
        for headers in ({}, {"Authorization": "Bearer guessed"}):
            try:
                urllib.request.urlopen(urllib.request.Request(url, b"{}", headers), timeout=10)
                raise AssertionError("it let somebody in")
            except urllib.error.HTTPError as error:
                assert error.code == 401 and error.headers["WWW-Authenticate"] == "Bearer", error


def main() -> int:
    # Whoever ends this ends what it has started.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    failed = 0
    chosen = [it for it in CASES if not ARGS.only or ARGS.only in it.__name__]
    for it in chosen:
        title = it.__name__.replace("_", " ")
        try:
            it()
            print(f"✓ {title}", flush=True)
        except Exception:
            failed += 1
            print(f"✗ {title}\n{traceback.format_exc()}", flush=True)
    print(f"{len(chosen) - failed} of {len(chosen)} passed")
    return 1 if failed else 0


sys.exit(main())
