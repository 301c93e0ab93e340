import type { Features } from "../../core/index.ts";
import type { Pass, TraceBranch } from "../../run/index.ts";
import type { RanPacket, RanStep } from "./showRun.ts";

/** One step of a packet in the words of the contract; a fork holds the traces of what it made. */
type DocumentStep = {
  step: string;
  name: string;
  line: number | null;
  /** time on the device; null where it counts nothing there, or without a device */
  us: number | null;
  [fact: string]: unknown;
  branches?: DocumentStep[][];
};

type DocumentPacket = {
  in: { port: number; hex: string };
  /** the listed path that the packet takes first, as `features` names it; null: none is listed */
  pathId: string | null;
  /** of its first pass; null: nothing was processed */
  outcome: Pass["outcome"] | null;
  features: Features | null;
  outputs: { port: number; hex: string; atUs: number }[];
  /** of its first pass on the device, with the interval of the mean and that of a packet */
  meanUs: number | null;
  meanLowUs: number | null;
  meanHighUs: number | null;
  lowUs: number | null;
  highUs: number | null;
  trace: DocumentStep[];
} & Pick<RanPacket, "atUs" | "passes" | "steps">;

/** What `run --json` prints. */
export function runDocument(
  program: string,
  device: string | null,
  ran: readonly RanPacket[],
): { program: string; device: string | null; packets: DocumentPacket[]; diagnostics: never[] } {
  return { program, device, packets: ran.map(packetOf), diagnostics: [] };
}

function packetOf({ port, bytes, sent, pathId, passes, branches, steps, atUs }: RanPacket): DocumentPacket {
  const [first] = passes;
  return {
    in: { port, hex: bytes },
    pathId,
    outcome: first?.outcome ?? null,
    features: first?.features ?? null,
    outputs: sent.map((each) => ({ port: each.port, hex: each.bytes, atUs: each.atUs })),
    meanUs: first?.time?.meanUs ?? null,
    meanLowUs: first?.time?.meanLowUs ?? null,
    meanHighUs: first?.time?.meanHighUs ?? null,
    lowUs: first?.time?.lowUs ?? null,
    highUs: first?.time?.highUs ?? null,
    trace: traceOf(0, branches, steps),
    ...{ atUs, passes, steps },
  };
}

/** The steps of one copy of a packet; where others leave it, a fork with their traces. */
function traceOf(
  branch: number,
  branches: readonly TraceBranch[],
  steps: readonly RanStep[],
): DocumentStep[] {
  const children = branches.flatMap(({ parent, cause, from }, at) =>
    parent === branch ? [{ at, cause, from }] : [],
  );
  const trace: DocumentStep[] = [];
  for (let i = 0; i <= steps.length; i++) {
    const here = children.filter(({ from }) => from === i);
    if (here[0])
      trace.push({
        ...{
          step: forkOf(here[0].cause),
          name: here.map(({ cause }) => cause).join(", "),
          line: null,
          us: null,
        },
        branches: here.map(({ at }) => traceOf(at, branches, steps)),
      });
    const step = steps[i];
    if (step && (step.branch ?? 0) === branch) trace.push(...documentSteps(step));
  }
  return trace;
}

const FORKS: readonly (readonly [cause: RegExp, step: string])[] = [
  [/resubmit/, "resubmit"],
  [/recirculat/, "recirculate"],
  [/group|^for port/, "replicate"],
];
const forkOf = (cause: string): string => FORKS.find(([words]) => words.test(cause))?.[1] ?? "clone";

const FATES: Readonly<Record<string, string>> = {
  dropped: "drop",
  sent: "emit",
  resubmit: "resubmit",
  recirculate: "recirculate",
  "not cloned": "clone",
};

/** A step of the contract for each event; of a table its action too. */
function documentSteps(event: RanStep): DocumentStep[] {
  const line = event.at?.line ?? null;
  const us = event.time?.us ?? null;
  const step = (kind: string, name: string, facts: Record<string, unknown> = {}): DocumentStep[] => [
    { step: kind, name, ...facts, line, us },
  ];
  switch (event.kind) {
    // a block is no step of its own; it may carry the base time
    case "enter":
      return us === null ? [] : step("state", event.block);
    case "state":
      return step("state", event.name, event.select ? { select: event.select } : {});
    case "extract":
      return step("parse", event.header, { fromBit: event.from, toBit: event.to });
    case "emit":
      return step("emit", event.header);
    case "validity":
      return step("assign", `${event.header}.isValid()`, { after: String(event.valid) });
    case "parserError":
      return step("state", "reject", { error: event.error });
    case "condition":
      return step("branch", event.text, { taken: event.holds });
    case "table": {
      const { name, keys, hit, matched: entry = null, action, parameters, members } = event;
      return [
        ...step("table", name, { hit, entry, keys, action, ...(members ? { members } : {}) }),
        { step: "action", name: action, parameters, line, us: null },
      ];
    }
    case "assign":
      return step("assign", event.target, { before: event.before, after: event.after });
    case "extern":
      return step("extern", event.name);
    case "message":
      return step("extern", "log_msg", { text: event.text });
    case "fate":
      return step(FATES[event.fate] ?? "queue", event.text);
  }
}
