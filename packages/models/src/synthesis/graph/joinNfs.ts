import type { Diagnostic } from "../../core/index.ts";
import { PACKET_LAYOUT } from "../header/layout.ts";
import type { NfGraph } from "./nfGraph.ts";
import type { Target, Unit, UnitGraph } from "./unit.ts";

export type Interface = { nf: string; name: string };
export type ChainLink = { from: Interface; to: Interface };

/** Text of an interface: the name of an entry or exit of the chain. */
const interfaceName = ({ nf, name }: Interface): string => `${nf}[${name}]`;

/**
 * One graph of all functions: an output that a link names leads straight to the first element behind the
 * other end, which removes internal input and output (thesis Sec. 7.2.2.2); other outputs are exits.
 */
export function joinNfs(
  nfs: readonly NfGraph[],
  links: readonly ChainLink[],
  entries: readonly Interface[],
): { graph: UnitGraph; diagnostics: Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const byId = new Map(nfs.map((nf) => [nf.id, nf]));
  const inputOf = (at: Interface): Target | null => {
    const target = byId.get(at.nf)?.inputs.get(at.name);
    if (!target) diagnostics.push(unknown(at, byId.get(at.nf), "inputs"));
    return target ?? null;
  };
  const onward = new Map<string, Interface>();
  for (const { from, to } of links) {
    const source = byId.get(from.nf);
    if (!source?.outputs.has(from.name)) diagnostics.push(unknown(from, source, "outputs"));
    if (onward.has(interfaceName(from)))
      diagnostics.push(
        problem("chain-linked-twice", `${interfaceName(from)} has two links; a packet takes one way`),
      );
    if (from.nf === to.nf)
      diagnostics.push(
        problem(
          "graph-cycle",
          `a link joins two interfaces of ${from.nf}; a chain with a cycle cannot be synthesised`,
        ),
      );
    onward.set(interfaceName(from), to);
    inputOf(to);
  }
  const exits = new Set<string>();
  /**
   * Where a target inside function `nf` leads in the chain; interfaces joined without an element between them
   * are passed through.
   */
  const resolve = (nf: string, target: Target | null): Target | null => {
    let at: { nf: string; target: Target | null } = { nf, target };
    for (let hops = 0; hops <= nfs.length; hops++) {
      if (at.target?.kind !== "exit") return at.target;
      const here = { nf: at.nf, name: at.target.name };
      const next = onward.get(interfaceName(here));
      if (!next) {
        exits.add(interfaceName(here));
        return { kind: "exit", name: interfaceName(here) };
      }
      at = { nf: next.nf, target: byId.get(next.nf)?.inputs.get(next.name) ?? null };
    }
    diagnostics.push(
      problem("graph-cycle", `packets can loop through the interfaces of ${nf}; remove one of its links`),
    );
    return null;
  };
  const units = new Map<string, Unit>();
  const edges = new Map<string, (Target | null)[]>();
  for (const nf of nfs) {
    for (const unit of nf.units) units.set(unit.id, unit);
    for (const [id, targets] of nf.edges)
      edges.set(
        id,
        targets.map((t) => resolve(nf.id, t)),
      );
  }
  const starts = entries.flatMap((at) => {
    const target = resolve(at.nf, inputOf(at));
    return target ? [{ name: interfaceName(at), target }] : [];
  });
  const layout = Object.assign({ ...PACKET_LAYOUT }, ...nfs.map((nf) => nf.fields));
  const rewriters = new Map(nfs.flatMap((nf) => [...nf.rewriters]));
  const ids = nfs.map((nf) => nf.id);
  const graph = { units, edges, entries: starts, exits: [...exits], layout, nfs: ids, rewriters };
  return { graph, diagnostics };
}

function unknown(at: Interface, nf: NfGraph | undefined, kind: "inputs" | "outputs"): Diagnostic {
  if (!nf) return problem("chain-unknown-function", `there is no function ${at.nf} for ${interfaceName(at)}`);
  const names = [...(kind === "inputs" ? nf.inputs.keys() : nf.outputs)];
  const word = kind === "inputs" ? "input" : "output";
  return problem(
    "chain-unknown-interface",
    `${at.nf} has no ${word} interface ${at.name}; it has ${names.join(", ") || "none"}`,
  );
}

const problem = (code: string, message: string): Diagnostic => ({
  severity: "error",
  code,
  message,
  span: null,
});
