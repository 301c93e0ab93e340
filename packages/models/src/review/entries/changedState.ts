import { type ActionDeclaration, type CheckedProgram, type Expression, walk } from "../../p4/index.ts";
import { type ActionRun, RegisterArray, type TableState, type Target } from "../../run/index.ts";
import { type Entity, keyOf } from "../../snapshot/index.ts";

/**
 * A multicast group, clone session or register that one side has otherwise; `key`: its `keyOf` in a snapshot, which has
 * no registers.
 */
type ChangedState = { key: string; text: string };

/** What is known of an expression at compile time. */
export type ConstantOf = (e: Expression) => ReturnType<CheckedProgram["constants"]["get"]>;

/**
 * Multicast groups, clone sessions and contents of registers that differ between two switches, found by the actions
 * that use them: groups and sessions by a parameter or constant that goes into a field or a call of copies, registers
 * by what reads them.
 */
export function changedState(before: Target, after: Target, constantOf: ConstantOf) {
  const [old, now] = [before.replication.described, after.replication.described];
  const changed = {
    multicast: differing(old.groups, now.groups),
    session: differing(old.sessions, now.sessions),
  };
  const registers = differingRegisters(before, after);
  const isNothing = changed.multicast.size + changed.session.size + registers.size === 0;
  const uses = new Map<ActionDeclaration, readonly Use[]>();
  const usesOf = (declaration: ActionDeclaration): readonly Use[] => {
    const known = uses.get(declaration) ?? usesIn(declaration, constantOf);
    uses.set(declaration, known);
    return known;
  };
  /** Those that a run uses. */
  return ({ actions }: TableState, { action, values }: ActionRun): ChangedState[] => {
    const { declaration, parameters } = actions[action]!;
    if (!declaration || isNothing) return [];
    return usesOf(declaration).flatMap((use) => {
      if (use.kind === "register")
        return registers.has(use.name) ? [{ key: `register ${use.name}`, text: `register ${use.name}` }] : [];
      const index = parameters.findIndex((each) => each.declaration?.name.text === use.parameter);
      const id = use.id ?? Number(values[index] ?? -1);
      return changed[use.kind].has(id) ? [copiesOf(use.kind, id)] : [];
    });
  };
}

function copiesOf(kind: "multicast" | "session", id: number): ChangedState {
  const entity: Entity =
    kind === "multicast"
      ? { kind, id, replicas: [] }
      : { kind, id, replicas: [], classOfService: 0, packetLengthBytes: 0 };
  return { key: keyOf(entity), text: `${kind === "multicast" ? "multicast group" : "clone session"} ${id}` };
}

const differing = (before: ReadonlyMap<number, string>, after: ReadonlyMap<number, string>): Set<number> =>
  new Set([...before.keys(), ...after.keys()].filter((id) => before.get(id) !== after.get(id)));

/** By the last part of their names, as actions call them. */
function differingRegisters(before: Target, after: Target): Set<string> {
  const arrays = ({ machine }: Target) =>
    new Map(
      machine.externs.flatMap(({ path, object }) =>
        object instanceof RegisterArray ? [[path, object] as const] : [],
      ),
    );
  const [old, now] = [arrays(before), arrays(after)];
  const found = new Set<string>();
  for (const [path, array] of now) {
    const other = old.get(path);
    if (other && other.described !== array.described) found.add(path.slice(path.lastIndexOf(".") + 1));
  }
  return found;
}

/** `id` where the program fixes it, else the parameter that has it. */
type Use =
  | { kind: "multicast" | "session"; id: number | null; parameter: string | null }
  | { kind: "register"; name: string };

/** What an action says of copies (v1model, PSA and PNA), and the registers that it reads. */
function usesIn(declaration: ActionDeclaration, constantOf: ConstantOf): Use[] {
  const named = new Set(declaration.parameters.map(({ name }) => name.text));
  const found: Use[] = [];
  const take = (e: Expression | null, kind: "multicast" | "session"): void => {
    if (!e) return;
    const fixed = constantOf(e);
    if (typeof fixed === "bigint") found.push({ kind, id: Number(fixed), parameter: null });
    else
      walk(e, (node) => {
        if (node.kind === "nameExpression" && named.has(node.name.text))
          found.push({ kind, id: null, parameter: node.name.text });
      });
  };
  walk(declaration.body, (node) => {
    if (node.kind === "assignment" && node.target.kind === "member") {
      if (/^(mcast_grp|multicast_group)$/.test(node.target.member.text)) take(node.value, "multicast");
      if (node.target.member.text === "clone_session_id") take(node.value, "session");
    }
    if (node.kind !== "call") return;
    const { callee } = node;
    if (callee.kind === "member" && callee.member.text === "read" && callee.object.kind === "nameExpression")
      found.push({ kind: "register", name: callee.object.name.text });
    if (callee.kind !== "nameExpression") return;
    const called = callee.name.text;
    const kind = /^multicast$/.test(called)
      ? "multicast"
      : /^(clone|mirror_packet)/.test(called)
        ? "session"
        : null;
    if (kind) for (const { value } of node.arguments) take(value, kind);
  });
  return found;
}
