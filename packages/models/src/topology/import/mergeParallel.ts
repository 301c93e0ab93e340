import type { Diagnostic } from "../../core/index.ts";
import type { ImportedLink } from "./parts.ts";

/**
 * One link a pair of nodes, because routes name nodes, not links. Parallel links become one with their summed
 * rate and the longest of their delays; a way and its way back become one full-duplex link with the smaller
 * rate. What was lost by it is told.
 */
export function mergeParallel(
  links: readonly ImportedLink[],
  /** our ids of the file's nodes */
  ids: ReadonlyMap<string, string>,
  diagnostics: Diagnostic[],
): ImportedLink[] {
  const groups = new Map<string, ImportedLink[]>();
  for (const link of links) {
    const [low, high] = link.a.node < link.b.node ? [link.a.node, link.b.node] : [link.b.node, link.a.node];
    const key = `${low}\n${high}`;
    const group = groups.get(key);
    if (group) group.push(link);
    else groups.set(key, [link]);
  }
  return [...groups.values()].map((group) => {
    const [first, second] = group;
    if (second === undefined) return first!;
    const [a, b] = [ids.get(first!.a.node), ids.get(first!.b.node)];
    const ways = group.filter((link) => link.a.node === first!.a.node);
    const back = group.filter((link) => link.a.node !== first!.a.node);
    const oneEach = first!.directed === true && ways.length === back.length;
    const there = summed(ways);
    const whole = oneEach ? narrower(there, summed(back)) : summed(group);
    if (group.length > (oneEach ? 2 : 1)) {
      const message = `${group.length} links join "${a}" and "${b}": read as one${whole.gbps === null ? "" : ` of ${whole.gbps} Gbps`}, with the ports of the first`;
      diagnostics.push({ severity: "warning", code: "merged-links", message, span: second.place() });
    } else if (there.gbps !== null && there.gbps !== whole.gbps) {
      const message = `the two ways between "${a}" and "${b}" differ in rate: the smaller is taken, as links are full-duplex`;
      diagnostics.push({ severity: "warning", code: "merged-links", message, span: second.place() });
    }
    return whole;
  });
}

const sumOf = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null);
  return known.length === values.length ? known.reduce((sum, value) => sum + value, 0) : null;
};

function summed(links: readonly ImportedLink[]): ImportedLink {
  const first = links[0]!;
  const slowest = links.reduce((slow, link) => ((link.delayUs ?? -1) > (slow.delayUs ?? -1) ? link : slow));
  return {
    ...first,
    gbps: sumOf(links.map((link) => link.gbps)),
    delayUs: slowest.delayUs,
    ...(slowest.fromDistance ? { fromDistance: true } : {}),
  };
}

const narrower = (there: ImportedLink, back: ImportedLink): ImportedLink => ({
  ...there,
  gbps:
    there.gbps === null || back.gbps === null ? (there.gbps ?? back.gbps) : Math.min(there.gbps, back.gbps),
  delayUs:
    there.delayUs === null || back.delayUs === null
      ? (there.delayUs ?? back.delayUs)
      : Math.max(there.delayUs, back.delayUs),
});
