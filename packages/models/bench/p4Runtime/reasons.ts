/** Why an answer of ours is not BMv2's. Sections are those of the P4Runtime specification (ab29f3c). */
const WHY = {
  start: "ours begins with its program, BMv2 was started without one",
  device: "an unknown device is NOT_FOUND (Write, SetForwardingPipelineConfig, Read, arbitration)",
  details: "a Read that fails is UNKNOWN with an error for each entity of the request (ReadRequest)",
  code: "the code that the specification gives; PI answers with UNKNOWN or another",
  bytes: "a byte string that does not fit, or is empty, is OUT_OF_RANGE (Bytestrings)",
  arbitration: "the highest id ever seen, by role; who is not primary writes nothing (Client Arbitration)",
  pi: "PI does not have it",
  is: "as the specification says; PI does otherwise",
  const:
    "entries of const tables: is_const, their priorities, counters; PERMISSION_DENIED when written (Constant Tables)",
  indirect:
    "the default entry of a table with an action profile is its NoAction (Limitations); PI gives no action",
  filter: "a Read returns what fits its fields (Wildcard Reads); PI returns the whole table",
  order: "replicas come back in the order in which they were written (Read-Write Symmetry)",
  free: "the specification leaves it open: nothing, or an error",
  choice: "our choice: any device config is taken where the P4Info fits the program",
  follows: "what an answer before it, listed here, left behind",
} as const;

/** Names of `ask.py`, by reason. */
const BY_REASON: Record<keyof typeof WHY, readonly string[]> = {
  start: ["get before push", "read before push", "write before arbitration", "write without pipeline"],
  device: [
    ...["unknown device", "set unknown device", "get unknown device", "insert unknown device"],
    "read unknown device",
  ],
  details: [
    ...["unknown table", "entity without kind", "counter cell out", "counter cell negative"],
    ...["counter unknown", "meter cell out", "replication untyped", "direct counter all"],
    ...["direct counter missing entry #2", "one bad of two", "bad first", "tern key without priority"],
  ],
  code: [
    ...["commit nothing saved", "ternary negative priority", "default of profile table", "keyless insert"],
    ...["direct counter missing entry", "counter out", "meter cir over pir", "member in use"],
    ...["entry by missing member", "entry by missing group", "group in use", "prof group entry"],
    ...["update without entity"],
    ...["full 4", "full 5", "packet out of backup", "packet out too wide", "packet out unknown field"],
    "packet out without a field",
  ],
  bytes: ["param too wide", "param empty", "key too wide", "key empty"],
  arbitration: ["unset id twice", "backup told when the primary leaves", "write by next", "role"],
  pi: [
    ...["register", "register cell", "value set", "digests", "all aged", "counter all", "meter all"],
    ...["register #2", "value set #2", "clone cut", "digest #2", "reconcile", "save"],
  ],
  // MODIFY without action; whole ranges; member 0; groups of a profile; meters that a MODIFY resets; counter data
  is: [
    ...["modify no action", "range whole", "member 0", "group in profile", "idle notice", "modify keeps #2"],
    ...["counter after", "batch", "rollback", "atomic"],
  ],
  const: [
    ...["all entries", "entries of I.konst", "entries of I.tk", "const insert", "const delete"],
    ...["const modify", "const counter", "const counter #2"],
  ],
  indirect: ["defaults of all", "default of I.ecmp", "default of I.prf"],
  filter: ["dst by action", "tern by priority"],
  order: ["mc after", "mc one"],
  free: ["mc one missing", "clone one missing", "packet before arbitration"],
  choice: ["set garbage"],
  // the entries that BMv2 took with empty strings filled its table of four; members, groups and counts likewise
  follows: [
    ...[
      "tableonly",
      "full 3",
      "delete 33",
      "dst",
      "tern",
      "counter after all",
      "members after",
      "groups after",
    ],
    ...["all members", "all groups", "clone after", "dst after", "two kinds", "all after", "after reconcile"],
    ...["after commit", "groups after commit"],
  ],
};

/** Why `request` may be answered otherwise; null where nobody has said why. */
export function reasonOf(request: string): string | null {
  for (const [why, names] of Object.entries(BY_REASON))
    if (names.includes(request)) return WHY[why as keyof typeof WHY];
  return null;
}
