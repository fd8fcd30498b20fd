#!/usr/bin/env python3
"""A server on the official Python SDK, for the tests of what Concerto makes of servers that are not its own.

`python_server.py stdio`, or `python_server.py http PORT`. With `CHANGED` set, a tool says something else of itself.
"""

import asyncio
import os
import sys
from typing import Annotated

from mcp.server.mcpserver import Context, Image, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.resolve import Elicit, Resolve
from pydantic import BaseModel, Field

server = MCPServer("python", version="1.0", log_level="ERROR")
PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010804000000b51c0c020000000b4944415478da6364f80f00010501012718e3660000"
    "000049454e44ae426082"
)


class Weather(BaseModel):
    city: str
    degrees: float


class Seats(BaseModel):
    seats: int = Field(2, description="How many")
    window: bool = True


@server.tool(description="The weather of a city" + (", as it will be" if "CHANGED" in os.environ else ""))
def weather(city: str) -> Weather:
    return Weather(city=city, degrees=21.5)


@server.tool(description="Counts, and tells how far it is")
async def count(to: int, ctx: Context) -> str:
    for at in range(1, to + 1):
        await ctx.report_progress(at, to, f"at {at}")
        await asyncio.sleep(0.01)
    return f"counted to {to}"


def asked_for_seats() -> Elicit[Seats]:
    return Elicit("How many seats?", Seats)


@server.tool(description="Books seats, after a question")
def book(show: str, seats: Annotated[Seats, Resolve(asked_for_seats)]) -> str:
    return f"{seats.seats} seats for {show}, window: {seats.window}"


@server.tool(description="Fails")
def broken() -> str:
    raise ToolError("out of order")


@server.tool(description="A picture")
def picture() -> Image:
    return Image(data=PIXEL, format="png")


@server.tool(description="Adds a tool")
async def grow(ctx: Context) -> str:
    server.add_tool(lambda: "new", name="grown", description="A new tool")
    await ctx.notify_tools_changed()
    return "there is one more"


@server.resource("note://today", mime_type="text/plain")
def today() -> str:
    return "buy milk"


@server.resource("note://picture", mime_type="image/png")
def note_picture() -> bytes:
    return PIXEL


@server.prompt(description="Greets somebody")
def greet(name: str) -> str:
    return f"Say hello to {name}."


if sys.argv[1] == "stdio":
    server.run("stdio")
else:
    server.run("streamable-http", host="127.0.0.1", port=int(sys.argv[2]))
