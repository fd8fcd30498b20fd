#!/usr/bin/env python3
"""Runs the official conformance suite against the client and the server of Concerto, and says what came of it.

The suite counts a scenario as passed that checked nothing, and does not look at how the client ended: here every scenario has to
check something, without failures and warnings, and the client has to end as it should. What is excluded, whole scenarios or
single checks, stands in `exclusions.toml`, and has to fail: an exclusion that would pass is a failure here. Extensions are not
run; what the suite itself calls pending is run and told, but not scored.
"""

import argparse
import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import tomllib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
REVISIONS = ["2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"]
# Those for which the suite says what is pending.
LISTED = ["2025-11-25", "2026-07-28"]
WORKERS = 4
TIMEOUT = 60

# Where the client must not get through: it has to say so, and end with 1.
REFUSES = {
    "auth/scope-retry-limit",
    "auth/resource-mismatch",
    "auth/iss-supported-missing",
    "auth/iss-wrong-issuer",
    "auth/iss-unexpected",
    "auth/iss-normalized",
    "auth/metadata-issuer-mismatch",
}


@dataclass
class Run:
    side: str
    scenario: str
    revision: str
    is_pending: bool


@dataclass
class Outcome:
    run: Run
    # How many checks passed; which did not, and why.
    checks: int
    failed: list[tuple[str, str]]


def suite(args: argparse.Namespace, *words: str, env: dict | None = None) -> tuple[str, str]:
    """What the suite says, on standard output and standard error. Nothing that it started goes on."""
    environment = {**os.environ, "NODE_OPTIONS": f"--require {HERE / 'loopback.cjs'}", **(env or {})}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    process = subprocess.Popen([args.node, args.suite, *words], env=environment, start_new_session=True, **pipes)
    try:
        return process.communicate(timeout=TIMEOUT * 2)
    except subprocess.TimeoutExpired:
        return "", "the suite did not end"
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def all_runs(args: argparse.Namespace) -> list[Run]:
    """Every scenario at every revision that has it."""
    pending = set()
    for revision in LISTED:
        listed = suite(args, "list", "--requirements", revision)[0]
        section = re.search(r"^  pending \(.*?$((?:\n    - .*)*)", listed, re.M)
        for name, side in re.findall(r"- (\S+) \[(\w+)\]", section.group(1) if section else ""):
            pending.add((side, name, revision))
    runs = []
    for side in ("client", "server"):
        for name, when in re.findall(r"- (\S+) \[(.*?)\]", suite(args, "list", f"--{side}")[0]):
            for revision in REVISIONS:
                if revision in when.split(","):
                    runs.append(Run(side, name, revision, (side, name, revision) in pending))
    return runs


def run_one(args: argparse.Namespace, url: str, run: Run) -> Outcome:
    with tempfile.TemporaryDirectory() as folder:
        out, ended = Path(folder) / "results", Path(folder) / "exit"
        words = [run.side, "--scenario", run.scenario, "--spec-version", run.revision, "-o", str(out)]
        words += ["--timeout", str(TIMEOUT * 1000)]
        if run.side == "client":
            words += ["--command", f"{sys.executable} {HERE / 'client.py'}"]
        else:
            words += ["--url", url]
        stdout, stderr = suite(args, *words, env={"CONCERTO": args.concerto, "CLIENT_EXIT": str(ended)})
        found = list(out.rglob("checks.json"))
        checks = json.loads(found[0].read_text()) if found else []
        counted = [it for it in checks if it["status"] in ("SUCCESS", "FAILURE", "WARNING")]
        failed = [(it["id"], told(it)) for it in counted if it["status"] != "SUCCESS"]
        if not counted:
            failed.append(("nothing was checked", last_line(stderr or stdout)))
        if run.side == "client":
            code = ended.read_text() if ended.exists() else "nothing"
            wanted = "1" if run.scenario in REFUSES else "0"
            if code != wanted:
                failed.append((f"the client ended with {code}, and not with {wanted}", client_said(stderr, out)))
        return Outcome(run, sum(it["status"] == "SUCCESS" for it in counted), failed)


def told(check: dict) -> str:
    return check.get("errorMessage") or check.get("description") or check["name"]


def last_line(text: str) -> str:
    lines = [it for it in text.splitlines() if it.strip()]
    return lines[-1] if lines else ""


def client_said(stderr: str, out: Path) -> str:
    said = [it.read_text() for it in out.rglob("stderr.txt")]
    return " ".join((said[0] if said else stderr).split())[-400:]


class Server:
    """`concerto mcp serve` on a port of this machine."""

    def __init__(self, args: argparse.Namespace):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.address = f"127.0.0.1:{free.getsockname()[1]}"
        self.url = f"http://{self.address}/mcp"
        words = [args.concerto, "mcp", "serve", str(HERE / "server.conc"), "--http", self.address, "--short-names"]
        self.process = subprocess.Popen(words, stderr=subprocess.PIPE, text=True, start_new_session=True)
        first = self.process.stderr.readline()
        if "serving at" not in first:
            sys.exit(f"the server did not start: {first}{self.process.stderr.read()}")
        # Nobody reads what it says, but it must not wait for that.
        self.process.stderr.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()


def judged(outcome: Outcome, exclusions: list[dict]) -> tuple[str, list[str]]:
    """What a run came to: `pending`, `passed`, `excluded` or `failed`, and what is to be said of it."""
    run = outcome.run
    problems = [f"{name}: {text}" for name, text in outcome.failed]
    if run.is_pending:
        return "pending", problems[:1]
    meant = [it for it in exclusions if it["side"] == run.side and run.scenario in it["scenarios"]]
    meant = [it for it in meant if run.revision in it.get("revisions", REVISIONS)]
    if not meant:
        return ("failed" if problems else "passed"), problems
    checks = {name for it in meant for name in it.get("checks", [])}
    if not checks:
        return ("excluded", []) if problems else ("failed", ["it is excluded, and would pass"])
    failed = {name for name, _ in outcome.failed}
    problems = [f"{name}: {text}" for name, text in outcome.failed if name not in checks]
    problems += [f"{name} is excluded, and would pass" for name in sorted(checks - failed)]
    return ("failed" if problems else "passed"), problems


def report(outcomes: list[Outcome], exclusions: list[dict]) -> bool:
    """Prints a score for each revision and side; whether everything is as it should be."""
    is_good = True
    for revision in REVISIONS:
        for side in ("client", "server"):
            these = [it for it in outcomes if (it.run.revision, it.run.side) == (revision, side)]
            kinds = {"passed": 0, "failed": 0, "excluded": 0, "pending": 0}
            lines, checks = [], 0
            for it in these:
                kind, problems = judged(it, exclusions)
                kinds[kind] += 1
                checks += it.checks if kind == "passed" else 0
                if kind == "pending":
                    lines.append(f"  {'~' if problems else '✓'} {it.run.scenario}, pending in the suite and not scored")
                if kind == "failed":
                    lines += [f"  ✗ {it.run.scenario}", *(f"      {problem}" for problem in problems)]
            if not these:
                continue
            is_good &= kinds["failed"] == 0
            scored = kinds["passed"] + kinds["failed"]
            left_out = f", {kinds['excluded']} excluded" if kinds["excluded"] else ""
            print(f"{revision} {side}: {kinds['passed']} of {scored} scenarios passed, {checks} checks{left_out}")
            for line in lines:
                print(line)
    return is_good


def unknown(exclusions: list[dict], runs: list[Run]) -> list[str]:
    known = {(it.side, it.scenario) for it in runs}
    return [name for it in exclusions for name in it["scenarios"] if (it["side"], name) not in known]


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--node", required=True)
    parser.add_argument("--suite", required=True)
    parser.add_argument("--concerto", required=True)
    parser.add_argument("--side", choices=["client", "server"])
    parser.add_argument("--revision", choices=REVISIONS)
    parser.add_argument("--scenario")
    args = parser.parse_args()
    # Whoever ends this ends what it has started.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    exclusions = tomllib.loads((HERE / "exclusions.toml").read_text())["exclusion"]
    runs = all_runs(args)
    if not runs:
        sys.exit("the suite has no scenarios")
    if gone := unknown(exclusions, runs):
        sys.exit(f"exclusions.toml names scenarios that the suite does not have: {', '.join(gone)}")
    wanted = {"side": args.side, "revision": args.revision, "scenario": args.scenario}
    runs = [it for it in runs if all(value in (None, getattr(it, key)) for key, value in wanted.items())]
    with Server(args) as server, ThreadPoolExecutor(WORKERS) as pool:
        outcomes = list(pool.map(lambda it: run_one(args, server.url, it), runs))
    return 0 if report(outcomes, exclusions) else 1


sys.exit(main())
