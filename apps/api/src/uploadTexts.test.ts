import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { createWorld, type World } from "../testing/world.ts";
import { procedures } from "./rest/operations.ts";

type Caller = Awaited<ReturnType<World["as"]>>;

let world: World;
let operator: Caller;
beforeAll(async () => {
  world = await createWorld();
  operator = await world.as("operator");
});
afterAll(() => world.dispose());

const schemaOf = (wanted: string): z.ZodType => {
  const found = procedures().find(([path]) => path === wanted);
  const parser: { inputs?: unknown[] } = found?.[1]._def ?? {};
  const schema = parser.inputs?.at(-1);
  if (!(schema instanceof z.ZodType)) throw new Error(`${wanted} has no input`);
  return schema;
};

const P4 = "control c() { apply {} }";
const texts: [what: string, chars: number, procedure: string, input: (text: string) => unknown][] = [
  ["Topology file", 8_000_000, "topologies.create", (text) => ({ content: { text } })],
  ["Chain file", 2_000_000, "chains.create", (text) => ({ content: { text } })],
  [
    "Program, and each file it includes",
    2_000_000,
    "programs.create",
    (text) => ({ name: "a", source: P4, includes: { "b.p4": text } }),
  ],
  [
    "Program, and each file it includes",
    2_000_000,
    "programs.create",
    (source) => ({ name: "a", source, includes: {} }),
  ],
  [
    "Python engine",
    400_000,
    "engines.create",
    (source) => ({ name: "a", content: { kind: "python", source } }),
  ],
];

test.each(texts)(
  "%s: %i characters are taken, one more is refused, stored nowhere",
  async (_, chars, procedure, input) => {
    expect(schemaOf(procedure).safeParse(input("#".repeat(chars))).error).toBeUndefined();
    const [noun = "", name = ""] = procedure.split(".");
    const call: (given: unknown) => Promise<unknown> = Reflect.get(Reflect.get(Object(operator), noun), name);
    await expect(call(input("#".repeat(chars + 1)))).rejects.toMatchObject({ code: "BAD_REQUEST" });
    const { db } = world.database;
    expect(await Promise.all([db.topology.count(), db.chain.count(), db.program.count()])).toEqual([0, 0, 0]);
  },
);
