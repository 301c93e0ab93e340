import { err, ok, type Result } from "../../core/index.ts";
import { type Change, type ChangeKind, changeSchema } from "./change.ts";

/**
 * Short name of each kind and its fields in order; `!` marks a field that is not text and goes as JSON, `?` a
 * last one that may be left out, too.
 */
const forms = {
  move: ["m", "chain", "position!", "to"],
  place: ["p", "chain", "hosts!", "route?"],
  reroute: ["r", "chain"],
  profile: ["d", "device", "profile"],
  fail: ["f", "node"],
  restore: ["u", "node"],
  "fail-link": ["fl", "a", "b"],
  "restore-link": ["ul", "a", "b"],
  load: ["g", "chain", "gbps!"],
  packet: ["s", "chain", "packetBytes!"],
  budget: ["b", "chain", "maxDelayUs!"],
  thresholds: ["t", "chain", "segment", "plUs!", "dlUs!"],
  "add-chain": ["ac", "chain!"],
  "remove-chain": ["rc", "chain"],
  "add-device": ["ad", "id", "profile", "links!"],
  latency: ["q", "latency", "load!"],
  link: ["l", "a", "b", "gbps!"],
} as const satisfies Record<ChangeKind, readonly string[]>;

const BETWEEN_FIELDS = "~";
const BETWEEN_CHANGES = "*";
/** More changes than a page makes by hand; what is longer is not a URL of ours (our choice). */
const MAX_CHANGES = 1000;

/** Changes as a short text for a URL: `m~a1~0~npu2*f~tor1`. Ids stand as they are, all else is percent-encoded. */
export const encodeChanges = (changes: readonly Change[]): string =>
  changes.map(encodeChange).join(BETWEEN_CHANGES);

function encodeChange(change: Change): string {
  const [short, ...fields] = forms[change.kind];
  const values = new Map<string, unknown>(Object.entries(change));
  const parts = fields.flatMap((field) => {
    if (!isJson(field)) return [escaped(String(values.get(field)))];
    const value = values.get(field.slice(0, -1));
    return value === undefined ? [] : [escaped(JSON.stringify(value))];
  });
  return [short, ...parts].join(BETWEEN_FIELDS);
}

const isJson = (field: string): boolean => field.endsWith("!") || field.endsWith("?");
const escaped = (text: string): string =>
  encodeURIComponent(text).replaceAll(BETWEEN_FIELDS, "%7E").replaceAll(BETWEEN_CHANGES, "%2A");

/** Back from the text; the error names the part that is no change. Never throws. */
export function decodeChanges(text: string): Result<Change[], string> {
  if (text === "") return ok([]);
  const parts = text.split(BETWEEN_CHANGES);
  if (parts.length > MAX_CHANGES) return err(`${parts.length} changes are more than ${MAX_CHANGES}`);
  const changes: Change[] = [];
  for (const part of parts) {
    const change = decodeChange(part);
    if (change === null) return err(`"${part}" is not a change`);
    changes.push(change);
  }
  return ok(changes);
}

function decodeChange(text: string): Change | null {
  const [short, ...values] = text.split(BETWEEN_FIELDS);
  const form = Object.entries(forms).find(([, [name]]) => name === short);
  if (!form) return null;
  const [kind, [, ...fields]] = form;
  const required = fields.filter((field) => !field.endsWith("?")).length;
  if (values.length < required || values.length > fields.length) return null;
  try {
    const entries = fields.slice(0, values.length).map((field, i): [string, unknown] => {
      const value = decodeURIComponent(values[i]!);
      return isJson(field) ? [field.slice(0, -1), JSON.parse(value)] : [field, value];
    });
    return changeSchema.safeParse({ kind, ...Object.fromEntries(entries) }).data ?? null;
  } catch {
    // what does not decode is no change
    return null;
  }
}
