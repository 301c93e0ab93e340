import { type ActionDeclaration, type Expression, walk } from "../../p4/index.ts";
import type { ActionRun, TableState, Target } from "../../run/index.ts";
import { type Entity, keyOf } from "../../snapshot/index.ts";

/** A multicast group or clone session that one side has otherwise; `key`: its `keyOf` in a snapshot. */
type ChangedCopies = { key: string; text: string };

/**
 * Multicast groups and clone sessions that differ between two switches, found by the actions that name them: those with
 * a parameter that goes into a field or a call of copies.
 */
export function changedCopies(before: Target, after: Target) {
  const [old, now] = [before.replication.described, after.replication.described];
  const groups = differing(old.groups, now.groups);
  const sessions = differing(old.sessions, now.sessions);
  const uses = new Map<ActionDeclaration, readonly Use[]>();
  const usesOf = (declaration: ActionDeclaration): readonly Use[] => {
    const known = uses.get(declaration) ?? usesIn(declaration);
    uses.set(declaration, known);
    return known;
  };
  /** Those that a run names. */
  return ({ actions }: TableState, { action, values }: ActionRun): ChangedCopies[] => {
    const { declaration, parameters } = actions[action]!;
    if (!declaration || (groups.size === 0 && sessions.size === 0)) return [];
    return usesOf(declaration).flatMap(({ parameter, kind }) => {
      const index = parameters.findIndex((each) => each.declaration?.name.text === parameter);
      const id = Number(values[index] ?? -1);
      if (!(kind === "multicast" ? groups : sessions).has(id)) return [];
      const entity: Entity =
        kind === "multicast"
          ? { kind, id, replicas: [] }
          : { kind, id, replicas: [], classOfService: 0, packetLengthBytes: 0 };
      return [
        { key: keyOf(entity), text: `${kind === "multicast" ? "multicast group" : "clone session"} ${id}` },
      ];
    });
  };
}

const differing = (before: ReadonlyMap<number, string>, after: ReadonlyMap<number, string>): Set<number> =>
  new Set([...before.keys(), ...after.keys()].filter((id) => before.get(id) !== after.get(id)));

type Use = { parameter: string; kind: "multicast" | "session" };

/** Parameters that say to which group or session packets are copied: v1model, PSA and PNA. */
function usesIn(declaration: ActionDeclaration): Use[] {
  const named = new Set(declaration.parameters.map(({ name }) => name.text));
  const found: Use[] = [];
  const take = (e: Expression | null, kind: Use["kind"]): void => {
    if (!e) return;
    walk(e, (node) => {
      if (node.kind === "nameExpression" && named.has(node.name.text))
        found.push({ parameter: node.name.text, kind });
    });
  };
  walk(declaration.body, (node) => {
    if (node.kind === "assignment" && node.target.kind === "member") {
      if (/^(mcast_grp|multicast_group)$/.test(node.target.member.text)) take(node.value, "multicast");
      if (node.target.member.text === "clone_session_id") take(node.value, "session");
    }
    if (node.kind !== "call" || node.callee.kind !== "nameExpression") return;
    const called = node.callee.name.text;
    const kind = /^multicast$/.test(called)
      ? "multicast"
      : /^(clone|mirror_packet)/.test(called)
        ? "session"
        : null;
    if (kind) for (const { value } of node.arguments) take(value, kind);
  });
  return found;
}
