import type { Capability } from "../core/index.ts";
import { type CheckedProgram, type NamedDeclaration, type Node, walk } from "../p4/index.ts";

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
  const bindings = checked.architecture?.bindings ?? [];
  const blocks = bindings.flatMap(({ declaration }) => declaration ?? []);
  const ingress = bindings.flatMap(({ role, declaration }) => (role === "ingress" && declaration) || []);
  const all = nodesBelow(blocks, checked);
  const names = (fields: typeof queueFields): boolean => all.some((node) => isField(node, fields, checked));
  return [
    ...(names(queueFields) ? (["queue-metadata"] as const) : []),
    ...(names(priorityFields) ? (["priorities"] as const) : []),
    ...(all.some((node) => runsMeter(node, checked)) ? (["meters"] as const) : []),
    ...(nodesBelow(ingress, checked).some((node) => runsMeter(node, checked))
      ? (["ingress-meters"] as const)
      : []),
  ];
}

/** Bodies that a name may bring in from outside the block that names it. */
const bodies: ReadonlySet<string> = new Set(["control", "parser", "action", "function"]);

function nodesBelow(roots: readonly NamedDeclaration[], checked: CheckedProgram): Node[] {
  const nodes: Node[] = [];
  const open: Node[] = [...roots];
  const seen = new Set<Node>(open);
  for (let root = open.pop(); root !== undefined; root = open.pop()) {
    walk(root, (node) => {
      nodes.push(node);
      const named = node.kind === "name" ? checked.references.get(node) : undefined;
      if (!named || seen.has(named) || !bodies.has(named.kind)) return;
      seen.add(named);
      open.push(named);
    });
  }
  return nodes;
}

function isField(node: Node, fields: typeof queueFields, { types }: CheckedProgram): boolean {
  if (node.kind !== "member") return false;
  const type = types.get(node.object);
  return type?.kind === "struct" && (fields[type.name]?.includes(node.member.text) ?? false);
}

/** v1model's `meter` and `direct_meter`, `Meter` and `DirectMeter` of PSA, PNA and TNA. */
function runsMeter(node: Node, { calls }: CheckedProgram): boolean {
  const call = node.kind === "call" ? calls.get(node) : undefined;
  return call?.kind === "externMethod" && /^(direct_?)?meter$/i.test(call.extern.name.text);
}
