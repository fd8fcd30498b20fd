"""The agents with PydanticAI: `main.py N` with `BENCH_URL` and `BENCH_KEY`. Prints how many gave the right answer."""

import asyncio
import os
import sys

import httpx2
from pydantic_ai import Agent
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider

# Of its own accord the client gives a connection 5 s to open, too little for a thousand agents on a busy machine, and opens
# up to 1,000, among which it searches for long. 100 are more than it keeps busy.
client = httpx2.AsyncClient(timeout=180, limits=httpx2.Limits(max_connections=100, max_keepalive_connections=100))
provider = OpenAIProvider(base_url=os.environ["BENCH_URL"], api_key=os.environ["BENCH_KEY"], http_client=client)
agent = Agent(OpenAIChatModel("bench", provider=provider), instructions="You answer with the help of your tools.")


@agent.tool_plain
async def add(a: int, b: int) -> int:
    """Add two numbers

    Args:
        a: first number
        b: second number
    """
    return a + b


@agent.tool_plain
async def lookup(name: str) -> str:
    """Look up the full name of a person

    Args:
        name: first name
    """
    return "Ada Lovelace" if name == "ada" else "unknown"


async def execute(number: int) -> bool:
    result = await agent.run(f"Agent {number}: add 20 and 22, then look up ada.")
    return "Ada Lovelace" in result.output


async def main() -> None:
    count = int(sys.argv[1])
    print(sum(await asyncio.gather(*(execute(number) for number in range(count)))))


asyncio.run(main())
