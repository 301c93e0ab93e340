import type { Highs } from "highs";
import { createModelBuilder } from "../../../src/placement/ilp/rows.ts";
import { runModel } from "../../../src/placement/ilp/runModel.ts";
import type { Request } from "./requests.ts";
import type { Substrate } from "./substrate.ts";

/**
 * The fewest links that a virtual network's own links can cross, as flows over the physical network: a formulation of
 * its own, from the two networks and not from a chain. `links` null: it has no place. Null: out of time.
 */
export function leastLinks(
  { cpu, bandwidth }: Request,
  left: Substrate,
  highs: Highs,
  timeLimitMs: number,
): { links: number | null } | null {
  const model = createModelBuilder();
  const hosts = cpu.map((needed) =>
    left.cpu.map((has) => (needed <= has ? model.column({ upper: 1 }) : null)),
  );
  for (const host of hosts)
    model.row(
      host.flatMap((column) => (column === null ? [] : [[column, 1] as const])),
      1,
      1,
    );
  for (const node of left.cpu.keys())
    model.row(
      hosts.flatMap((host) => (host[node] === null ? [] : [[host[node]!, 1] as const])),
      0,
      1,
    );
  const flows = cpu.slice(1).map((_, link) => {
    const flow = left.links.map(() => [model.column({ cost: 1 }), model.column({ cost: 1 })] as const);
    for (const node of left.cpu.keys()) {
      const through = left.links.flatMap(({ ends: [a, b] }, l): [number, number][] => {
        const [there, back] = flow[l]!;
        if (a === node)
          return [
            [there, 1],
            [back, -1],
          ];
        return b === node
          ? [
              [there, -1],
              [back, 1],
            ]
          : [];
      });
      const [from, to] = [hosts[link]![node], hosts[link + 1]![node]];
      const ends: [number, number][] = [
        ...(from == null ? [] : [[from, -1] as [number, number]]),
        ...(to == null ? [] : [[to, 1] as [number, number]]),
      ];
      model.row([...through, ...ends], 0, 0);
    }
    return flow;
  });
  for (const [l, { bandwidth: has }] of left.links.entries())
    model.row(
      flows.flatMap((flow) => flow[l]!.map((column) => [column, 1] as const)),
      0,
      Math.floor(has / bandwidth),
    );
  const { status, values } = runModel(model, { timeLimitMs }, highs);
  if (status === "infeasible") return { links: null };
  if (status !== "optimal" || values === null) return null;
  return { links: flows.flat(2).reduce((sum, column) => sum + Math.round(values[column]!), 0) };
}
