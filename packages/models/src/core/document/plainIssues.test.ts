import { describe, expect, it } from "vitest";
import { z } from "zod";
import { issueTexts, plainIssue } from "./plainIssues.ts";

/** Words of a validator or of its language that mean nothing to a network engineer. */
const RAW = /expected|received|invalid|undefined|NaN|[<>]=|string|array|boolean|nullish/i;

const texts = (schema: z.ZodType, value: unknown): string[] => {
  const parsed = schema.safeParse(value);
  return parsed.success ? [] : issueTexts(parsed.error, "it");
};

const cases: [title: string, schema: z.ZodType, value: unknown, text: string][] = [
  ["a missing key", z.object({ a: z.string() }), {}, "a: is missing"],
  ["a missing choice", z.object({ a: z.enum(["x", "y"]) }), {}, "a: is missing"],
  ["another type", z.object({ a: z.number() }), { a: "1" }, "a: must be a number"],
  ["no number at all", z.number(), Number.NaN, "it: must be a number"],
  ["a fraction", z.int(), 1.5, "it: must be a whole number"],
  ["a list", z.array(z.string()), {}, "it: must be a list"],
  ["true or false", z.boolean(), "yes", "it: must be true or false"],
  ["an entry", z.object({ l: z.array(z.int()) }), { l: [1, 0.5] }, "l[1]: must be a whole number"],
  ["an empty text", z.string().min(1), "", "it: must not be empty"],
  ["a short text", z.string().min(3), "ab", "it: must have at least 3 characters"],
  ["a long text", z.string().max(1), "ab", "it: must have at most 1 character"],
  ["an exact length", z.string().length(2), "a", "it: must have exactly 2 characters"],
  ["an empty list", z.array(z.string()).min(1), [], "it: must not be empty"],
  ["a small number", z.number().min(1), 0, "it: must be at least 1"],
  ["zero", z.number().positive(), 0, "it: must be greater than 0"],
  ["a large number", z.number().max(10), 11, "it: must be at most 10"],
  ["a limit that is not reached", z.number().lt(10), 10, "it: must be less than 10"],
  ["an early day", z.date().min(new Date(0)), new Date(-1), "it: must be at least 1970-01-01T00:00:00.000Z"],
  ["a step", z.number().multipleOf(5), 7, "it: must be a multiple of 5"],
  ["a value of a list", z.enum(["x", "y"]), "z", 'it: must be "x" or "y"'],
  ["one value", z.literal(1), 2, "it: must be 1"],
  ["an unknown key", z.strictObject({}), { b: 1 }, 'it: has no "b"; remove it or correct its name'],
  ["an e-mail address", z.email(), "me", "it: must be an e-mail address"],
  ["an id", z.uuid(), "me", "it: must be an id of P4Twin"],
  ["an address", z.ipv4(), "1.2.3", "it: must be an IPv4 address"],
  ["a time", z.iso.datetime(), "now", "it: must be a time such as 2026-01-31T12:00:00Z"],
  ["a beginning", z.string().startsWith("a"), "b", 'it: must begin with "a"'],
  ["a pattern", z.string().regex(/^a+$/), "b", "it: must have the form /^a+$/"],
  ["two types", z.union([z.number(), z.null()]), "x", "it: must be a number or must be empty"],
  [
    "two forms",
    z.union([z.object({ a: z.int(), b: z.int() }), z.object({ a: z.int(), c: z.int() }), z.string()]),
    { a: 1, c: 0.5 },
    "it: fits none of the allowed forms; of the closest one, c must be a whole number",
  ],
  [
    "an unknown kind",
    z.discriminatedUnion("k", [z.object({ k: z.literal("a") }), z.object({ k: z.literal("b") })]),
    { k: "c" },
    'k: must be "a" or "b"',
  ],
  [
    "a bad name",
    z.record(z.string().max(1), z.int()),
    { ab: 1 },
    "ab: has a name that is not allowed: it must have at most 1 character",
  ],
  ["a bad entry of a map", z.map(z.string(), z.int()), new Map([["a", 0.5]]), "a: must be a whole number"],
  ["a rule without words", z.int().refine(() => false), 1, "it: is not allowed"],
  ["a rule with words", z.int().refine(() => false, "PL is above DL"), 1, "it: PL is above DL"],
];

describe("what a validator found, in plain words", () => {
  it.each(cases)("%s", (_title, schema, value, text) => {
    expect(texts(schema, value)).toEqual([text]);
    expect(text).not.toMatch(RAW);
  });

  it("covers every string format of the validator", () => {
    for (const format of Object.keys(z.regexes)) {
      const issue = { code: "invalid_format" as const, format, input: "x", path: [] };
      expect(plainIssue(issue), format).not.toMatch(RAW);
    }
  });

  it("is what every schema of the process says, also where its own message is shown", () => {
    expect(z.string().min(1).safeParse("").error?.issues[0]?.message).toBe("must not be empty");
  });
});
