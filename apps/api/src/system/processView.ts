import type { Statement } from "../cluster/statements.ts";
import type { Part, Supervision } from "../cluster/supervision.ts";
import type { SystemProcess } from "./schema.ts";

/** A process that spoke longer ago than this is shown as silent: three statements (our choice). */
const SILENT_MS = 3_000;

type View = {
  statements: readonly Statement[];
  supervision: Supervision | null;
  withPids: boolean;
  at: Date;
};

const instant = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());
const nameOf = (s: Statement): string => s.roles.join("+");

/**
 * The processes as pages show them: what each says of itself, beside what its supervisor knows, which is all
 * that is known of one that does not run. Remembers the statement before, for the share of a processor.
 */
export function createProcessView() {
  const before = new Map<string, { atMs: number; cpuMs: number; share: number | null }>();

  const cpuShare = ({ processId, atMs, cpuMs }: Statement): number | null => {
    const known = before.get(processId);
    if (known && atMs <= known.atMs) return known.share;
    const share = known ? (cpuMs - known.cpuMs) / (atMs - known.atMs) : null;
    before.set(processId, { atMs, cpuMs, share });
    return share;
  };

  const toProcess = (said: Statement | null, part: Part | null, { withPids, at }: View): SystemProcess => {
    const pid = part ? part.pid : (said?.pid ?? null);
    const silent = said !== null && at.getTime() - said.atMs > SILENT_MS;
    return {
      name: part?.name ?? (said ? nameOf(said) : ""),
      host: said?.host ?? null,
      pid: withPids ? pid : null,
      roles: part?.roles ?? said?.roles ?? [],
      state: part && part.state !== "running" ? part.state : silent ? "silent" : "running",
      startedAt: instant(part ? part.startedMs : (said?.startedMs ?? null)),
      lastHeardAt: instant(said?.atMs ?? null),
      restarts: part?.restarts ?? null,
      lastExit: part?.lastExit
        ? { at: new Date(part.lastExit.atMs).toISOString(), cause: part.lastExit.cause }
        : null,
      memoryBytes: said?.residentBytes ?? null,
      cpuShare: said && cpuShare(said),
    };
  };

  return (view: View): SystemProcess[] => {
    const { statements, supervision } = view;
    for (const id of before.keys()) if (!statements.some((s) => s.processId === id)) before.delete(id);
    if (!supervision) return statements.filter((s) => !s.ending).map((said) => toProcess(said, null, view));
    return supervision.parts.map((part) =>
      toProcess(statements.find((s) => s.pid === part.pid) ?? null, part, view),
    );
  };
}
