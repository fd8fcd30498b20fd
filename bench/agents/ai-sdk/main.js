// The agents with the Vercel AI SDK: `node main.js N` with `BENCH_URL` and `BENCH_KEY`. Prints how many gave the right answer.

import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { generateText, stepCountIs, tool } from "ai";
import { z } from "zod";

const provider = createOpenAICompatible({
  name: "bench",
  baseURL: process.env.BENCH_URL,
  apiKey: process.env.BENCH_KEY,
});
const model = provider("bench");

const tools = {
  add: tool({
    description: "Add two numbers",
    inputSchema: z.object({
      a: z.number().int().describe("first number"),
      b: z.number().int().describe("second number"),
    }),
    execute: async ({ a, b }) => a + b,
  }),
  lookup: tool({
    description: "Look up the full name of a person",
    inputSchema: z.object({ name: z.string().describe("first name") }),
    execute: async ({ name }) => (name === "ada" ? "Ada Lovelace" : "unknown"),
  }),
};

async function execute(number) {
  const { text } = await generateText({
    model,
    system: "You answer with the help of your tools.",
    prompt: `Agent ${number}: add 20 and 22, then look up ada.`,
    tools,
    stopWhen: stepCountIs(5),
  });
  return text.includes("Ada Lovelace");
}

const count = Number(process.argv[2]);
const answers = await Promise.all(Array.from({ length: count }, (_, number) => execute(number)));
console.log(answers.filter(Boolean).length);
