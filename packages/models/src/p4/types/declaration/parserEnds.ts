import type { ParserDeclaration, StateDeclaration } from "../../tree/index.ts";
import type { CheckContext } from "../context.ts";

/** Reports a parser that no packet can leave. A `select` without `default` rejects what it does not match. */
export function checkEnds(c: CheckContext, d: ParserDeclaration): void {
  const start = d.states.find((state) => state.name.text === "start");
  if (start === undefined || c.reporter.broken.within(d.span)) return;
  const seen = new Set<StateDeclaration>([start]);
  for (const state of seen) {
    const { transition } = state;
    const isOpenEnded =
      transition === null ||
      (transition.kind === "selectTransition" &&
        !transition.cases.some(({ keyset }) => keyset.kind === "default" || keyset.kind === "dontCare"));
    if (isOpenEnded) return;
    const targets =
      transition.kind === "directTransition" ? [transition.target] : transition.cases.map((x) => x.target);
    for (const target of targets) {
      const next = c.references.get(target);
      // accept, reject, or a name that has been reported
      if (next?.kind !== "state") return;
      seen.add(next);
    }
  }
  const message = `no packet can leave parser '${d.name.text}': none of its states goes to accept or reject`;
  c.reporter.error("p4-parser-end", message, d.name.span);
}
