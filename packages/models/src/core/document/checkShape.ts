import type { z } from "zod";
import type { Diagnostic, Span } from "../diagnostic.ts";
import { didYouMean } from "../suggest.ts";
import { describePath, isPlain } from "./plainIssues.ts";
import type { Path, SourceDocument } from "./readDocument.ts";

/**
 * Mistakes of one kind that are shown of one text, each with its place (our choice); one more line says how
 * many follow.
 */
export const MAX_MISTAKES = 100;

/** Outcome of holding a document against a schema: the parsed value, or null and why. */
export type Shaped<T> = { value: T | null; diagnostics: Diagnostic[] };

/**
 * Validates a read document against a zod schema; each issue becomes a diagnostic at its line and column.
 * `what` names the thing in messages ("a topology").
 */
export function checkShape<T>(source: SourceDocument, schema: z.ZodType<T>, what: string): Shaped<T> {
  if (source.diagnostics.length > 0) return { value: null, diagnostics: source.diagnostics };
  if (typeof source.value !== "object" || source.value === null || Array.isArray(source.value)) {
    const message = `${what} is an object, this is ${nameOf(source.value)}; write it as { "version": 1, ... } or as YAML keys`;
    return {
      value: null,
      diagnostics: [{ severity: "error", code: "not-an-object", message, span: source.spanAt([]) }],
    };
  }
  const parsed = schema.safeParse(source.value);
  if (parsed.success) return { value: parsed.data, diagnostics: [] };
  const { issues } = parsed.error;
  const shown = issues.slice(0, MAX_MISTAKES).flatMap((issue) => fromIssue(source, issue));
  return { value: null, diagnostics: [...shown, ...unshown(issues.length, "mistakes", source.spanAt([]))] };
}

/** Says how many of `count` are not shown; nothing when all are. */
const unshown = (count: number, what: string, span: Span): Diagnostic[] =>
  count <= MAX_MISTAKES
    ? []
    : [
        {
          severity: "error",
          code: "more-mistakes",
          message: `${count - MAX_MISTAKES} more ${what} are not shown; correct these first`,
          span,
        },
      ];

function fromIssue(source: SourceDocument, issue: z.core.$ZodIssue): Diagnostic[] {
  const path: Path = issue.path.map((part) => (typeof part === "number" ? part : String(part)));
  const where = describePath(path);
  const found = valueAt(source.value, path);
  const error = (code: string, message: string, span = source.spanAt(path)): Diagnostic => ({
    severity: "error",
    code,
    message,
    span,
  });
  if (issue.code === "unrecognized_keys") {
    const shown = issue.keys
      .slice(0, MAX_MISTAKES)
      .map((key) =>
        error(
          "unknown-key",
          `${where} has no "${key}"; remove it or correct its name`,
          source.keySpanAt(path, key),
        ),
      );
    return [...shown, ...unshown(issue.keys.length, "unknown keys", source.spanAt(path))];
  }
  if (found === undefined && issue.code !== "custom") {
    return [error("missing-key", `${where} is missing; add it to ${describePath(path.slice(0, -1))}`)];
  }
  if (issue.code === "invalid_value") {
    const names = issue.values.filter((v) => typeof v === "string");
    const hint = typeof found === "string" ? didYouMean(found, names) : "";
    const allowed = issue.values.map((v) => show(v)).join(" or ");
    return [error("unknown-value", `${where} is ${show(found)}, it must be ${allowed}${hint}`)];
  }
  if (issue.code === "invalid_type") {
    const whole = issue.expected === "int";
    const expected = whole ? "a whole number" : article(issue.expected);
    return [
      error("wrong-type", `${where} is ${whole ? show(found) : nameOf(found)}, it must be ${expected}`),
    ];
  }
  if ((issue.code === "too_small" || issue.code === "too_big") && typeof found === "number") {
    return [error("bad-value", `${where} is ${found}, it must be ${range(issue)}`)];
  }
  // what a schema says itself is a sentence of its own
  const ours = isPlain(issue, found);
  const message = ours ? `it ${issue.message}` : issue.message;
  return [error("bad-value", `${where} is ${show(found)}${ours ? ", " : ": "}${message}`)];
}

function range(issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig): string {
  if (issue.code === "too_small") return `${issue.inclusive ? "at least" : "greater than"} ${issue.minimum}`;
  return `${issue.inclusive ? "at most" : "less than"} ${issue.maximum}`;
}

function valueAt(value: unknown, path: Path): unknown {
  let current = value;
  for (const part of path) {
    if (typeof current !== "object" || current === null) return undefined;
    current = Reflect.get(current, part);
  }
  return current;
}

const show = (value: unknown): string => {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
};

const article = (type: string): string => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`);

function nameOf(value: unknown): string {
  if (value === null || value === undefined) return "empty";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "number" && !Number.isFinite(value)) return "not a finite number";
  return article(typeof value);
}
