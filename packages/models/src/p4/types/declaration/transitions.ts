import type { Expression, ParserDeclaration, SelectTransition, StateDeclaration } from "../../tree/index.ts";
import type { CheckContext } from "../context.ts";

/** Warns of states and select cases that no packet gets to, and of states that reject for want of a transition. */
export function checkTransitions(c: CheckContext, d: ParserDeclaration): void {
  if (c.reporter.broken.within(d.span)) return;
  const reached = reachedStates(c, d);
  for (const state of d.states) {
    const { name, transition } = state;
    if (reached !== null && !reached.has(state)) {
      const message = `no transition leads to state '${name.text}'; remove it, or the transition to it is missing`;
      c.reporter.warning("p4-transition", message, name.span);
    }
    if (transition === null) {
      const message = `state '${name.text}' has no transition and rejects the packet; write 'transition accept;' or 'transition reject;'`;
      c.reporter.warning("p4-transition", message, name.span);
    } else if (transition.kind === "selectTransition") checkCases(c, transition);
  }
}

/** The states that transitions from `start` lead to; null when a state is missing, which has been reported. */
function reachedStates(c: CheckContext, d: ParserDeclaration): ReadonlySet<StateDeclaration> | null {
  const start = d.states.find((state) => state.name.text === "start");
  if (start === undefined) return null;
  const reached = new Set<StateDeclaration>([start]);
  for (const { transition } of reached) {
    if (transition === null) continue;
    const targets =
      transition.kind === "directTransition" ? [transition.target] : transition.cases.map((x) => x.target);
    for (const target of targets) {
      const next = c.references.get(target);
      if (next?.kind === "state") reached.add(next);
      else if (target.text !== "accept" && target.text !== "reject") return null;
    }
  }
  return reached;
}

function checkCases(c: CheckContext, transition: SelectTransition): void {
  const lines = new Map<string, number>();
  let all: number | null = null;
  for (const { keyset, span } of transition.cases) {
    const key = keyOf(c, keyset);
    const earlier = all ?? (key === null ? undefined : lines.get(key));
    if (earlier !== undefined) {
      const message = `no packet gets to this case: the one on line ${earlier} takes what it matches; remove it or move it up`;
      c.reporter.warning("p4-transition", message, keyset.span);
      continue;
    }
    if (key !== null) lines.set(key, span.line);
    if (takesAll(keyset)) all = span.line;
  }
}

const takesAll = (keyset: Expression): boolean =>
  keyset.kind === "default" ||
  keyset.kind === "dontCare" ||
  (keyset.kind === "keysetTuple" && keyset.elements.every(takesAll));

/** What a key set of known values matches, as text; null when it is not made of known values. */
function keyOf(c: CheckContext, keyset: Expression): string | null {
  switch (keyset.kind) {
    case "default":
    case "dontCare":
      return "_";
    case "keysetTuple":
    case "mask":
    case "range": {
      const parts =
        keyset.kind === "keysetTuple"
          ? keyset.elements
          : keyset.kind === "mask"
            ? [keyset.value, keyset.mask]
            : [keyset.low, keyset.high];
      const keys = parts.map((part) => keyOf(c, part));
      return keys.includes(null) ? null : `${keyset.kind}(${keys.join()})`;
    }
    default: {
      const value = c.constants.get(keyset);
      return value === undefined ? null : String(value);
    }
  }
}
