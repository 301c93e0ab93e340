import type { Change, Problem } from "@p4twin/models/placement";
import { formatGbps, formatLatencyWithUnit } from "@p4twin/ui/format";

/**
 * What a change sets; two changes with the same key set the same thing, so that the later one counts alone.
 * Null: it adds to what was.
 */
function keyOf(change: Change): string | null {
  switch (change.kind) {
    case "load":
    case "packet":
    case "budget":
      return `${change.kind} ${change.chain}`;
    case "thresholds":
      return `${change.kind} ${change.chain} ${change.segment}`;
    case "profile":
      return `${change.kind} ${change.device}`;
    case "link":
      return `${change.kind} ${change.a} ${change.b}`;
    case "latency":
      return change.kind;
    case "fail":
    case "restore":
      return `node ${change.node}`;
    case "fail-link":
    case "restore-link":
      return `link-up ${[change.a, change.b].sort().join(" ")}`;
    default:
      return null;
  }
}

/**
 * The list with one change more. A value that is set again replaces the earlier one (typing a budget is one
 * change, not five), and bringing back what this list made fail takes the failure out.
 */
export function withChange(changes: readonly Change[], change: Change): Change[] {
  const key = keyOf(change);
  if (key === null) return [...changes, change];
  const others = changes.filter((other) => keyOf(other) !== key);
  const undone = change.kind === "restore" || change.kind === "restore-link";
  return undone && others.length < changes.length ? others : [...others, change];
}

/** Whether a change is one of the question (and so of a scenario), not of the placement made by hand. */
export const changesProblem = ({ kind }: Change): boolean =>
  kind !== "move" && kind !== "place" && kind !== "reroute";

/** A change in words: "fw of chain a to npu2". */
export function changeWords(change: Change, problem: Problem): string {
  switch (change.kind) {
    case "move": {
      const type = problem.chains.find(({ id }) => id === change.chain)?.functions[change.position];
      return `${type ?? `function ${change.position + 1}`} of chain ${change.chain} to ${change.to}`;
    }
    case "place":
      return `chain ${change.chain} on ${[...new Set(change.hosts)].join(", ")}`;
    case "reroute":
      return `new routes for chain ${change.chain}`;
    case "profile":
      return `${change.device} becomes a ${change.profile}`;
    case "fail":
      return `${change.node} fails`;
    case "restore":
      return `${change.node} is back`;
    case "fail-link":
      return `link ${change.a} to ${change.b} fails`;
    case "restore-link":
      return `link ${change.a} to ${change.b} is back`;
    case "load":
      return `chain ${change.chain} at ${formatGbps(change.gbps)}`;
    case "packet":
      return `chain ${change.chain} with packets of ${change.packetBytes} B`;
    case "budget":
      return change.maxDelayUs === null
        ? `chain ${change.chain} at best effort`
        : `budget of chain ${change.chain} ${formatLatencyWithUnit(change.maxDelayUs)}`;
    case "thresholds":
      return `segment ${change.segment} of chain ${change.chain}: PL ${formatLatencyWithUnit(change.plUs)}, DL ${formatLatencyWithUnit(change.dlUs)}`;
    case "add-chain":
      return `chain ${change.chain.id} is added`;
    case "remove-chain":
      return `chain ${change.chain} is taken out`;
    case "add-device":
      return `${change.id} is added, a ${change.profile}`;
    case "latency":
      return change.latency === "loaded" ? "delays under load" : "delays of the empty network";
    case "link":
      return `link ${change.a} to ${change.b} at ${formatGbps(change.gbps)}`;
  }
}
