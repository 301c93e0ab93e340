import type { Operation, Value } from "../flow/flow.ts";
import {
  beginOperations,
  type ClonedBy,
  type CloneFlow,
  cloneFlowOf,
  whereAskedFor,
} from "../lower/clones.ts";
import { ARCHITECTURE_GROUP } from "../lower/decisions.ts";
import { fatePlace } from "../lower/fates.ts";
import { constant, unknownValue } from "../lower/values.ts";
import { hex } from "./expressions.ts";
import { type CompiledProgram, fatesOfBmv2, partsOfBmv2 } from "./lowerBmv2.ts";
import type { Bmv2Program } from "./schema.ts";

/** Whether a compiled program asks for clones. */
export const bmv2Clones = (program: Bmv2Program): boolean => fatesOfBmv2(program).has("clone");

/**
 * What happens to clones of a compiled program, as `lowerClones` does it for its source: a clone of ingress has the
 * headers that came out of the parser. Null when no packet comes to where one is made.
 */
export function lowerBmv2Clones(compiled: CompiledProgram, by: ClonedBy): CloneFlow | null {
  const { program } = compiled;
  const parts = partsOfBmv2(compiled, { keepsHeaders: by === "ingress" });
  const { nodes, names, decisions, ends, pipeline, parser } = parts;
  const span = names.span({});
  const step = (label: string, operations: readonly Operation[], next: string): string =>
    nodes.add(ARCHITECTURE_GROUP, {
      ...{ kind: "architecture", label, span: null, operations },
      ways: [{ to: next, label: "", guard: null }],
    });
  const assign = (header: string, field: string, value: Value): Operation => ({
    ...{ kind: "assign", target: names.field([header, field]), header: null, value, span },
  });
  const kept = keptFields(program);
  const metadata = names.userMetadata().flatMap(([header, field]) => {
    if (kept === "open") return [assign(header, field, unknownValue(names.shape([header, field])))];
    return kept.has(`${header}.${field}`) ? [] : [assign(header, field, constant(0n))];
  });
  const last = decisions.last(ends);
  const begin = step(
    "clone",
    [...metadata, ...beginOperations(nodes, by, 0n, span)],
    pipeline("egress", last),
  );
  const asItCame = names.packetHeaders().map((name) => [names.header(name), names.keptPlace(name)] as const);
  if (by === "ingress") {
    const back = asItCame.map(([target, source]): Operation => ({ kind: "copy", target, source, span }));
    const keep = asItCame.map(([source, target]): Operation => ({ kind: "copy", target, source, span }));
    const asked = whereAskedFor(nodes, step("headers as they came", back, begin));
    return cloneFlowOf(nodes.finish(parser(step("keep", keep, pipeline("ingress", asked)))));
  }
  // what ingress asked for is another clone
  const forget: Operation = {
    ...{ kind: "assign", target: fatePlace("clone"), header: null, value: constant(false), span },
  };
  const egress = step("egress", [forget], pipeline("egress", whereAskedFor(nodes, begin)));
  const queue = decisions.trafficManager(egress, last, ends);
  return cloneFlowOf(nodes.finish(parser(pipeline("ingress", queue))));
}

/** Metadata that clones keep, as `header.field`; `open` where clones keep different lists, which are not told apart. */
function keptFields({ actions, field_lists }: Bmv2Program): ReadonlySet<string> | "open" {
  const asked = new Set(
    actions.flatMap(({ primitives }) =>
      primitives.flatMap(({ op, parameters: [, list] }) => {
        if (!/^clone_(ingress|egress)_pkt_to_egress$/.test(op)) return [];
        return typeof list?.value === "string" ? [Number(hex(list.value))] : [0];
      }),
    ),
  );
  if (asked.size > 1) return "open";
  const [only] = asked;
  const elements = field_lists.find(({ id }) => id === only)?.elements ?? [];
  return new Set(elements.flatMap(({ value }) => (Array.isArray(value) ? [value.join(".")] : [])));
}
