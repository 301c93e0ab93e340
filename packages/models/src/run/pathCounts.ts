import type { FeaturesReport, ProgramGraph } from "../program/index.ts";
import { eventsOf, type KnownPath, PathsTaken } from "./pathsTaken.ts";
import type { Recording } from "./trace.ts";

/** Counts which of the listed paths packets take. */
export class PathCounts {
  /** passes by the id of their path; paths that nothing tells apart count for the first of them */
  readonly packets = new Map<string, number>();
  /** passes that take no listed path: an error inside `extract`, or a path beyond those that are listed */
  unlisted = 0;
  /** clones, which visit only a part of a path */
  partial = 0;
  private readonly taken: PathsTaken<KnownPath>;

  /** `graph`: the drawing that came with the report; it tells paths apart that differ by a condition only. */
  constructor({ paths }: Pick<FeaturesReport, "paths">, graph: ProgramGraph | null) {
    const decisions = decisionsOf(graph);
    this.taken = new PathsTaken(paths.map((path) => ({ path, decisions: decisions.get(path.id) ?? [] })));
  }

  /** All passes of one packet that came in: a further round is a pass of its own. */
  add(recording: Recording): void {
    for (const pass of recording.passes) {
      const [known] = pass.isWhole ? this.taken.of(pass, eventsOf(pass, recording)) : [];
      if (!pass.isWhole) this.partial++;
      else if (known) this.packets.set(known.path.id, (this.packets.get(known.path.id) ?? 0) + 1);
      else this.unlisted++;
    }
  }
}

/** The conditions of each path with how they come out: the first way out of a condition is that it holds. */
function decisionsOf(graph: ProgramGraph | null): Map<string, KnownPath["decisions"]> {
  const conditions = new Map(
    graph?.nodes.flatMap(({ id, kind, span }) => (kind === "condition" && span ? [[id, span] as const] : [])),
  );
  const holds = new Map<string, string>();
  for (const { id, from } of graph?.edges ?? []) if (!holds.has(from)) holds.set(from, id);
  const edges = new Map(graph?.edges.map((edge) => [edge.id, edge]));
  return new Map(
    graph?.paths.map((path) => [
      path.id,
      path.edges.flatMap((id) => {
        const from = edges.get(id)?.from;
        const at = from === undefined ? undefined : conditions.get(from);
        return at && from !== undefined ? [{ at, holds: holds.get(from) === id }] : [];
      }),
    ]),
  );
}
