import type { FeaturesReport, ProgramGraph } from "../program/index.ts";
import type { Pass } from "./pass.ts";
import { eventsOf, type KnownPath, PathsTaken } from "./pathsTaken.ts";
import type { Recording } from "./trace.ts";

/** Counts which of the listed paths packets take. */
export class PathCounts {
  /** passes by the id of their path; paths that nothing tells apart count for the first of them */
  readonly packets = new Map<string, number>();
  /** passes that take no listed path: an error inside `extract`, or a path beyond those that are listed */
  unlisted = 0;
  /** clones by the id of their path */
  readonly clones = new Map<string, number>();
  /** clones that take no listed path */
  unlistedClones = 0;
  private readonly taken: PathsTaken<KnownPath>;
  private readonly takenByClones: PathsTaken<KnownPath>;

  /** `graph`: the drawing that came with the report; it tells paths apart that differ by a condition only. */
  constructor({ paths, clones }: Pick<FeaturesReport, "paths" | "clones">, graph: ProgramGraph | null) {
    const decisions = decisionsOf(graph);
    this.takenByClones = new PathsTaken((clones ?? []).map((path) => ({ path, decisions: [] })));
    this.taken = new PathsTaken(paths.map((path) => ({ path, decisions: decisions.get(path.id) ?? [] })));
  }

  /** All passes of one packet that came in: a further round is a pass of its own. */
  add(recording: Recording): void {
    for (const pass of recording.passes) {
      const counts = pass.isWhole ? this.packets : this.clones;
      const id = this.pathOf(pass, recording);
      if (id !== null) counts.set(id, (counts.get(id) ?? 0) + 1);
      else if (pass.isWhole) this.unlisted++;
      else this.unlistedClones++;
    }
  }

  /** The id of the listed path that a pass took, the first of those that nothing tells apart; null: none. */
  pathOf(pass: Pass, recording: Recording): string | null {
    const taken = pass.isWhole ? this.taken : this.takenByClones;
    return taken.of(pass, eventsOf(pass, recording))[0]?.path.id ?? null;
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
