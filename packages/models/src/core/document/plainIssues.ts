import { z } from "zod";

type Issue = z.core.$ZodRawIssue;
type Inner = readonly z.core.$ZodIssue[];

const TYPES: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  bigint: "a whole number",
  boolean: "true or false",
  array: "a list",
  set: "a list",
  tuple: "a list",
  object: "an object",
  record: "an object",
  map: "an object",
  date: "a date",
  file: "a file",
  null: "empty",
  undefined: "left out",
  never: "left out",
  nonoptional: "given",
};

const FORMATS: Readonly<Record<string, string>> = {
  email: "an e-mail address",
  url: "an address such as https://example.org",
  datetime: "a time such as 2026-01-31T12:00:00Z",
  date: "a day such as 2026-01-31",
  time: "a time of day such as 12:00:00",
  duration: "a duration such as PT15M",
  ipv4: "an IPv4 address",
  ipv6: "an IPv6 address",
  cidrv4: "an IPv4 network such as 10.0.0.0/8",
  cidrv6: "an IPv6 network such as fd00::/8",
  mac: "a MAC address",
  hostname: "the name of a host",
  e164: "a telephone number such as +4989123456",
  json_string: "JSON",
  base64: "base64",
  base64url: "base64",
  hex: "hexadecimal digits",
};

const ID_FORMATS = /^(uuid|guid|cuid|ulid|nanoid|xid|ksuid)/;
/** The text for a field that is needed and not there. */
export const IS_MISSING = "is missing";
/** Most values that a message lists; the schema of a field may allow hundreds (our choice). */
const MAX_LISTED = 12;

const written = (value: unknown): string =>
  typeof value === "bigint" || typeof value === "symbol"
    ? String(value)
    : (JSON.stringify(value) ?? "nothing");

function listed(values: readonly unknown[]): string {
  const shown = values.slice(0, MAX_LISTED).map(written);
  const more = values.length - shown.length;
  return more > 0 ? `${shown.join(", ")} or one of ${more} more` : shown.join(" or ");
}

const plural = (count: number | bigint, one: string, many: string): string =>
  `${count} ${Number(count) === 1 ? one : many}`;

/** What a length counts, by the kind of value that has it; null for values that are a size themselves. */
function counted(origin: string, count: number | bigint): string | null {
  if (origin === "string") return plural(count, "character", "characters");
  if (origin === "file") return plural(count, "byte", "bytes");
  if (["array", "set", "map", "object"].includes(origin)) return plural(count, "entry", "entries");
  return null;
}

const sizeOf = (origin: string, size: number | bigint): string =>
  origin === "date" ? new Date(Number(size)).toISOString() : String(size);

function tooSmall({ origin, minimum, inclusive, exact }: z.core.$ZodIssueTooSmall): string {
  const count = counted(origin, minimum);
  if (count !== null && exact) return `must have exactly ${count}`;
  if (count !== null)
    return Number(minimum) === 1 && inclusive ? "must not be empty" : `must have at least ${count}`;
  return `must be ${exact ? "" : inclusive ? "at least " : "greater than "}${sizeOf(origin, minimum)}`;
}

function tooBig({ origin, maximum, inclusive, exact }: z.core.$ZodIssueTooBig): string {
  const count = counted(origin, maximum);
  if (count !== null) return `must have ${exact ? "exactly" : "at most"} ${count}`;
  return `must be ${exact ? "" : inclusive ? "at most " : "less than "}${sizeOf(origin, maximum)}`;
}

function ofFormat({ format, ...issue }: z.core.$ZodIssueInvalidStringFormat): string {
  const part = (name: string) => written(Reflect.get(issue, name));
  if (format === "starts_with") return `must begin with ${part("prefix")}`;
  if (format === "ends_with") return `must end with ${part("suffix")}`;
  if (format === "includes") return `must contain ${part("includes")}`;
  if (format === "lowercase") return "must be in lower case";
  if (format === "uppercase") return "must be in upper case";
  if (ID_FORMATS.test(format)) return "must be an id of P4Twin";
  const known = FORMATS[format];
  if (known !== undefined) return `must be ${known}`;
  return issue.pattern ? `must have the form ${issue.pattern}` : "has a form that is not allowed here";
}

const inside = (issues: Inner): string =>
  issues
    .map(({ path, message }) => (path.length > 0 ? `${describePath(path)} ${message}` : message))
    .join(", ");

/** Of what fits none of several forms: what each wants, or what the closest one misses. */
function ofUnion(branches: readonly Inner[]): string {
  if (branches.length === 0) return "fits none of the allowed forms";
  if (branches.every((issues) => issues.every(({ path }) => path.length === 0)))
    return [...new Set(branches.map(inside))].join(" or ");
  const missing = (issues: Inner) => issues.filter(({ message }) => message === IS_MISSING).length;
  const [closest = []] = branches
    .filter((issues) => issues.some(({ path }) => path.length > 0))
    .toSorted((a, b) => missing(a) - missing(b) || a.length - b.length);
  return `fits none of the allowed forms; of the closest one, ${inside(closest)}`;
}

/**
 * What a validator found, in plain words that follow the name of a field: "must be at least 1". Covers every kind of
 * issue of zod; a message that a schema gives itself is not asked for here.
 */
export function plainIssue(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined && issue.expected !== "never"
        ? IS_MISSING
        : `must be ${TYPES[issue.expected] ?? `of the kind ${issue.expected}`}`;
    case "too_small":
      return tooSmall(issue as z.core.$ZodIssueTooSmall);
    case "too_big":
      return tooBig(issue as z.core.$ZodIssueTooBig);
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    case "invalid_format":
      return ofFormat(issue as z.core.$ZodIssueInvalidStringFormat);
    case "invalid_value":
      return issue.input === undefined ? IS_MISSING : `must be ${listed(issue.values)}`;
    case "unrecognized_keys":
      return `has no ${listed(issue.keys)}; remove it or correct its name`;
    case "invalid_union":
      if (Array.isArray(issue.options) && issue.options.length > 0)
        return issue.input === undefined ? IS_MISSING : `must be ${listed(issue.options)}`;
      return ofUnion(issue.errors);
    case "invalid_key":
      return `has a name that is not allowed: it ${inside(issue.issues)}`;
    case "invalid_element":
      return `has an entry that is not allowed: it ${inside(issue.issues)}`;
    default:
      return "is not allowed";
  }
}

/** Whether the message of an issue comes from here, and not from the schema; `input`: what the issue is about. */
export const isPlain = (issue: z.core.$ZodIssue, input: unknown): boolean =>
  issue.code !== "custom" && plainIssue({ ...issue, input } as Issue) === issue.message;

// every schema of the process speaks so, whoever shows what it finds
z.config({ localeError: plainIssue });

/** `links[2].gbps`; `whole` names the thing that the empty path is. */
export const describePath = (path: readonly PropertyKey[], whole = "the file"): string =>
  path.length === 0
    ? whole
    : path
        .map((part, i) => (typeof part === "number" ? `[${part}]` : `${i === 0 ? "" : "."}${String(part)}`))
        .join("");

/** The mistakes of `error`, each with its place; `whole` names the thing where the place is the thing itself. */
export const issueTexts = (error: z.ZodError, whole: string): string[] =>
  error.issues.map(({ path, message }) => `${describePath(path, whole)}: ${message}`);
