import { type Capability, capabilityNames } from "../core/index.ts";
import {
  type CheckedProgram,
  type MemberExpression,
  type NamedDeclaration,
  type Node,
  type ResolvedCall,
  walk,
} from "../p4/index.ts";

/** Fields by which architectures show the queue behind the ingress, by the struct that holds them. */
const queueFields: Readonly<Record<string, readonly string[]>> = {
  standard_metadata_t: ["enq_timestamp", "enq_qdepth", "deq_timedelta", "deq_qdepth"],
  egress_intrinsic_metadata_t: [
    ...["enq_qdepth", "enq_congest_stat", "enq_tstamp", "deq_qdepth"],
    ...["deq_congest_stat", "app_pool_congest_stat", "deq_timedelta"],
  ],
};

/** Fields that choose among the queues of a port. */
const priorityFields: Readonly<Record<string, readonly string[]>> = {
  standard_metadata_t: ["priority"],
  psa_ingress_output_metadata_t: ["class_of_service"],
  ingress_intrinsic_metadata_for_tm_t: ["qid", "ingress_cos"],
};

/**
 * What the blocks of a program, and all that they call, need of a device beyond constructs and externs, in the order
 * of `capabilityNames`; empty without an architecture.
 */
export function programNeeds(checked: CheckedProgram): Capability[] {
  const asking = askingNodes(checked);
  if (asking.size === 0) return [];
  const bindings = checked.architecture?.bindings ?? [];
  const needed = neededBelow(
    bindings.flatMap(({ declaration }) => declaration ?? []),
    asking,
    checked,
  );
  const ingress = bindings.flatMap(({ role, declaration }) => (role === "ingress" && declaration) || []);
  if (needed.has("meters") && neededBelow(ingress, asking, checked).has("meters"))
    needed.add("ingress-meters");
  return capabilityNames.filter((name) => needed.has(name));
}

/** What asks for something wherever it stands; most programs have none, and nothing is gone through for them. */
function askingNodes(checked: CheckedProgram): ReadonlyMap<Node, Capability> {
  const asking = new Map<Node, Capability>();
  for (const node of checked.types.keys()) {
    if (node.kind !== "member") continue;
    if (isField(node, queueFields, checked)) asking.set(node, "queue-metadata");
    else if (isField(node, priorityFields, checked)) asking.set(node, "priorities");
  }
  for (const [node, call] of checked.calls) if (runsMeter(call)) asking.set(node, "meters");
  return asking;
}

/** Bodies that a name may bring in from outside the block that names it. */
const bodies: ReadonlySet<string> = new Set(["control", "parser", "action", "function"]);

function neededBelow(
  roots: readonly NamedDeclaration[],
  asking: ReadonlyMap<Node, Capability>,
  checked: CheckedProgram,
): Set<Capability> {
  const needed = new Set<Capability>();
  const open: Node[] = [...roots];
  const seen = new Set<Node>(open);
  for (let root = open.pop(); root !== undefined; root = open.pop()) {
    walk(root, (node) => {
      const need = asking.get(node);
      if (need) needed.add(need);
      const named = node.kind === "name" ? checked.references.get(node) : undefined;
      if (!named || seen.has(named) || !bodies.has(named.kind)) return;
      seen.add(named);
      open.push(named);
    });
  }
  return needed;
}

function isField(node: MemberExpression, fields: typeof queueFields, { types }: CheckedProgram): boolean {
  const type = types.get(node.object);
  return type?.kind === "struct" && (fields[type.name]?.includes(node.member.text) ?? false);
}

/** v1model's `meter` and `direct_meter`, `Meter` and `DirectMeter` of PSA, PNA and TNA. */
const runsMeter = (call: ResolvedCall): boolean =>
  call.kind === "externMethod" && /^(direct_?)?meter$/i.test(call.extern.name.text);
