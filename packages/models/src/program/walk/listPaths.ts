import type { Span } from "../../core/index.ts";
import { type Construct, type Features, noFeatures } from "../features.ts";
import type { FlowStorage, Outcome } from "../flow/flow.ts";
import type { WalkEvent } from "./events.ts";
import type { Arc, Exploration, Vertex } from "./explore.ts";

/** One counted construct of a path and the place in the source that counts. */
export type CountedConstruct = { construct: Construct; span: Span; header?: string; table?: string };

export type Walk = {
  features: Features;
  states: string[];
  tables: { name: string; action: string }[];
  externs: string[];
  outcome: Outcome;
  counted: CountedConstruct[];
  /** lengths of the headers added and removed, in order; null where not known */
  addedBytes: (number | null)[];
  removedBytes: (number | null)[];
  nodes: string[];
  edges: string[];
};

/** The first `limit` paths, in the order in which the program writes its branches. */
export function listPaths(exploration: Exploration, storage: FlowStorage, limit: number): Walk[] {
  const walks: Walk[] = [];
  const stack: { vertex: Vertex; next: number }[] = [{ vertex: exploration.start, next: 0 }];
  const taken: Arc[] = [];
  while (stack.length > 0 && walks.length < limit) {
    const top = stack.at(-1);
    if (!top) break;
    const arc = top.vertex.arcs[top.next];
    top.next++;
    if (!arc) {
      stack.pop();
      taken.pop();
    } else if (!arc.to) {
      walks.push(
        describeWalk(
          stack.map((frame) => frame.vertex),
          [...taken, arc],
          storage,
        ),
      );
    } else if (arc.to.alive) {
      taken.push(arc);
      stack.push({ vertex: arc.to, next: 0 });
    }
  }
  return walks;
}

/** What a walk counts and passes: one arc from each of its vertices. */
export function describeWalk(vertices: readonly Vertex[], arcs: readonly Arc[], storage: FlowStorage): Walk {
  const walk: Walk = {
    features: noFeatures(),
    states: [],
    tables: [],
    externs: [],
    outcome: "forward",
    counted: [],
    addedBytes: [],
    removedBytes: [],
    nodes: vertices.map((vertex) => vertex.node.id),
    edges: arcs.flatMap((arc) => (arc.edge === null ? [] : [arc.edge])),
  };
  for (const { node } of vertices) {
    if (node.state !== undefined) walk.states.push(node.state);
    if (node.tableRun) walk.tables.push(node.tableRun);
    if (node.outcome) walk.outcome = node.outcome;
  }
  const written = new Map<string, Span>();
  for (const arc of arcs) for (const event of arc.events) follow(event, walk, written);
  for (const [cell, span] of written) {
    walk.features.modify++;
    walk.counted.push({ construct: "modify", span, header: storage.headers.get(cell)?.name ?? cell });
  }
  return walk;
}

function follow(event: WalkEvent, walk: Walk, written: Map<string, Span>): void {
  switch (event.kind) {
    case "count": {
      walk.features[event.construct]++;
      const counted: CountedConstruct = { construct: event.construct, span: event.span };
      if (event.header !== undefined) counted.header = event.header;
      if (event.table !== undefined) counted.table = event.table;
      walk.counted.push(counted);
      if (event.construct === "add") walk.addedBytes.push(event.bytes ?? null);
      if (event.construct === "remove") walk.removedBytes.push(event.bytes ?? null);
      return;
    }
    case "write":
      if (!written.has(event.cell)) written.set(event.cell, event.span);
      return;
    case "clear":
      written.delete(event.cell);
      return;
    case "move": {
      const span = written.get(event.from);
      written.delete(event.from);
      if (span) written.set(event.to, span);
      else written.delete(event.to);
      return;
    }
    case "extern":
      if (!walk.externs.includes(event.name)) walk.externs.push(event.name);
      return;
  }
}
