"use client";
import type { GraphLayout, TopologyLink, TopologyNode } from "@p4twin/ui/graph/layout";
import { useCallback, useEffect, useRef } from "react";
import type { LayoutQuestion } from "@/workers/layoutQuestion.ts";
import { createWorkerClient, type WorkerClient } from "@/workers/workerClient.ts";

/**
 * `layOut` of TopologyCanvas: places of a cloud from the layout worker. One question at a time is answered,
 * the newest; the worker starts with the first one and lives as long as the view.
 */
export function useLayoutWorker(): (
  nodes: readonly TopologyNode[],
  links: readonly TopologyLink[],
) => Promise<GraphLayout> {
  const client = useRef<WorkerClient<LayoutQuestion, GraphLayout> | null>(null);
  useEffect(
    () => () => {
      client.current?.stop();
      client.current = null;
    },
    [],
  );
  return useCallback((nodes, links) => {
    client.current ??= createWorkerClient(
      () => new Worker(new URL("../workers/layout.ts", import.meta.url), { type: "module" }),
    );
    return client.current.ask({ kind: "topology", nodes, links });
  }, []);
}
