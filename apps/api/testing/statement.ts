import type { Statement } from "../src/cluster/statements.ts";

/** What a process says that has nothing to say, with what a test wants to be different. */
export const statementOf = (processId: string, change: Partial<Statement> = {}): Statement => ({
  ...{ processId, host: "h", roles: ["collector"], startedMs: 0, tookOver: false, atMs: 1 },
  ...{ pid: 1, residentBytes: 1, cpuMs: 0, incidents: [], ending: false },
  ...{ collector: null, outbox: null, writer: null, link: { sent: 0, lost: 0, reconnects: 0 } },
  ...change,
});
