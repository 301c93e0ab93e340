"use client";
import { useEffect, useMemo, useState } from "react";
import type { GraphLayout } from "./layoutGraph.ts";
import { layoutTopology } from "./layoutTopology.ts";
import type { TopologyLink, TopologyNode } from "./topologyTypes.ts";

/** Finds places somewhere else, as in a worker. A promise of an overtaken question may stay open for ever. */
export type LayOutTopology = (
  nodes: readonly TopologyNode[],
  links: readonly TopologyLink[],
) => Promise<GraphLayout>;

/** Up to here the page itself is quick enough (our choice). */
const AT_ONCE = 60;

/** Places of a cloud: at once for a small one, by `layOut` for a large one where it is given. Null while nothing is known yet. */
export function useTopologyLayout(
  nodes: readonly TopologyNode[],
  links: readonly TopologyLink[],
  given: GraphLayout | undefined,
  layOut: LayOutTopology | undefined,
): GraphLayout | null {
  const away = given === undefined && layOut !== undefined && nodes.length > AT_ONCE;
  const [answer, setAnswer] = useState<{ nodes: readonly TopologyNode[]; layout: GraphLayout } | null>(null);
  const made = useMemo(
    () => given ?? (away ? null : layoutTopology(nodes, links)),
    [given, away, nodes, links],
  );
  useEffect(() => {
    if (!away || !layOut) return;
    let current = true;
    layOut(nodes, links).then(
      (layout) => current && setAnswer({ nodes, layout }),
      // a worker that cannot start must not leave the page without its drawing
      () => current && setAnswer({ nodes, layout: layoutTopology(nodes, links) }),
    );
    return () => {
      current = false;
    };
  }, [away, layOut, nodes, links]);
  return made ?? answer?.layout ?? null;
}
