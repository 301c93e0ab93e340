import type { NfGraph } from "../../graph/nfGraph.ts";
import type { UnitRule } from "../../graph/unit.ts";
import { ANY } from "../../header/filter.ts";
import { NO_WRITES } from "../../header/writes.ts";
import type { AclRule } from "./parseAcl.ts";

/** Interfaces of a function that is only an ACL. */
const ACL_INPUT = "in";
const ACL_OUTPUT = "out";

/** What happens to packets of a rule without an action, and to those that no rule matches. */
export type AclDefaults = { action: "allow" | "deny"; otherwise: "allow" | "deny" };

/** A firewall of one element: an IPFilter with the rules, in at `in` and out at `out`. */
export function aclToNf(rules: readonly AclRule[], id: string, defaults: AclDefaults): NfGraph {
  const unitId = `${id}/acl`;
  const toPort = (action: "allow" | "deny"): number | null => (action === "allow" ? 0 : null);
  const unitRules = rules.flatMap(({ filter, action, unread }): UnitRule[] => {
    if (filter === null) return [];
    if (unread === null) return [{ filter, writes: NO_WRITES, port: toPort(action ?? defaults.action) }];
    return [
      {
        filter,
        writes: NO_WRITES,
        port: null,
        exception: `a rule asks for ${unread}, which no field of a packet holds`,
      },
    ];
  });
  unitRules.push({ filter: ANY, writes: NO_WRITES, port: toPort(defaults.otherwise) });
  const about = {
    nf: id,
    element: "IPFilter",
    name: "acl",
    opaque: null,
    given: null,
    beyond: {},
    span: null,
  };
  return {
    id,
    units: [{ id: unitId, ...about, rules: unitRules }],
    edges: new Map([[unitId, [{ kind: "exit", name: ACL_OUTPUT }]]]),
    inputs: new Map([[ACL_INPUT, { kind: "unit", id: unitId }]]),
    outputs: new Set([ACL_OUTPUT]),
    fields: {},
    rewriters: new Map(),
  };
}
