"use client";
import { useEffect, useMemo, useState } from "react";
import type { GraphLayout } from "./layoutGraph.ts";
import { layoutTopology } from "./layoutTopology.ts";
import type { TopologyLink, TopologyNode } from "./topologyTypes.ts";
import { useStructure } from "./useStructure.ts";

/** Finds places somewhere else, as in a worker. A promise of an overtaken question may stay open for ever. */
export type LayOutTopology = (
  nodes: readonly TopologyNode[],
  links: readonly TopologyLink[],
) => Promise<GraphLayout>;

/** Up to here the page itself is quick enough (our choice). */
const AT_ONCE = 60;

/**
 * Places of a cloud: at once for a small one, by `layOut` for a large one where it is given. Null while
 * nothing is known yet.
 */
export function useTopologyLayout(
  nodes: readonly TopologyNode[],
  links: readonly TopologyLink[],
  given: GraphLayout | undefined,
  layOut: LayOutTopology | undefined,
): GraphLayout | null {
  const structure = useStructure(nodes, links);
  const away = given === undefined && layOut !== undefined && nodes.length > AT_ONCE;
  const [answer, setAnswer] = useState<GraphLayout | null>(null);
  const made = useMemo(
    () => given ?? (away ? null : layoutTopology(structure.nodes, structure.links)),
    [given, away, structure],
  );
  useEffect(() => {
    if (!away || !layOut) return;
    let current = true;
    layOut(structure.nodes, structure.links).then(
      (layout) => current && setAnswer(layout),
      // a worker that cannot start must not leave the page without its drawing
      () => current && setAnswer(layoutTopology(structure.nodes, structure.links)),
    );
    return () => {
      current = false;
    };
  }, [away, layOut, structure]);
  return made ?? answer;
}
