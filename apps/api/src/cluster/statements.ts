import type { Link } from "../bus/link.ts";
import type { CollectorState, ExporterState } from "../collector/state.ts";
import type { Component } from "../components.ts";
import type { ProcessRole } from "../roles.ts";
import type { WriterCounters } from "../writer/outbox.ts";
import type { StreamWriterCounters } from "../writer/streamWriter.ts";
import type { Incident } from "./incident.ts";

/** What a process says about itself, so that the pages know of collectors and writers elsewhere. */
export type Statement = {
  processId: string;
  pid: number;
  host: string;
  roles: ProcessRole[];
  /** memory that the process holds, and processor time of all its threads since it started */
  residentBytes: number;
  cpuMs: number;
  startedMs: number;
  /** the process before it in its data directory was ended without being asked to */
  tookOver: boolean;
  atMs: number;
  collector: CollectorState | null;
  outbox: WriterCounters | null;
  writer: StreamWriterCounters | null;
  /** messages that may be lost: sent, and lost while NATS was away */
  link: { sent: number; lost: number; reconnects: number };
  /** what it finds wrong with the product, when it is the one that judges: open, and over lately */
  incidents: Incident[];
  /** the last words of a process that was asked to end */
  ending: boolean;
};

const SUBJECT = "p4twin.state";
const EVERY_MS = 1_000;
/** Exporters of one message, our choice: about 1 KB each, and a NATS server takes 1 MiB by default. */
const EXPORTERS_A_MESSAGE = 400;
/** A process that was silent for this long is gone (our choice: ten statements). */
export const SILENT_MS = 10_000;

type Message = { statement: Statement; page: number; pages: number };

/** Says once a second what this process is doing. */
export function createStatements(
  link: Pick<Link, "publish">,
  make: (nowMs: number) => Omit<Statement, "ending">,
): Component {
  let timer: NodeJS.Timeout | null = null;
  const say = (ending: boolean): void => {
    const statement = { ...make(Date.now()), ending };
    const { collector } = statement;
    const exporters = collector?.exporters ?? [];
    const pages = Math.max(1, Math.ceil(exporters.length / EXPORTERS_A_MESSAGE));
    for (let page = 0; page < pages; page++) {
      const some = exporters.slice(page * EXPORTERS_A_MESSAGE, (page + 1) * EXPORTERS_A_MESSAGE);
      const part = { ...statement, collector: collector && { ...collector, exporters: some } };
      const message: Message = { statement: part, page, pages };
      link.publish(`${SUBJECT}.${statement.processId}`, JSON.stringify(message));
    }
  };
  return {
    name: "statements",
    async start() {
      say(false);
      timer = setInterval(() => say(false), EVERY_MS);
    },
    async stop() {
      if (timer) clearInterval(timer);
      say(true);
    },
  };
}

/** Hears the statements of all processes, this one included. */
export function createProcessList(link: Pick<Link, "on">, now: () => number = () => performance.now()) {
  type Pages = { atMs: number; exporters: ExporterState[][] };
  // when each was heard goes by a clock of ours that never steps: theirs may stand anywhere
  const processes = new Map<string, { statement: Statement; heardMs: number }>();
  const begun = new Map<string, Pages>();
  let off: (() => void) | null = null;

  const hear = (payload: Uint8Array): void => {
    const { statement, page, pages }: Message = JSON.parse(Buffer.from(payload).toString());
    const id = statement.processId;
    if (pages === 1) {
      processes.set(id, { statement, heardMs: now() });
      return;
    }
    const known = begun.get(id);
    const building: Pages = known?.atMs === statement.atMs ? known : { atMs: statement.atMs, exporters: [] };
    begun.set(id, building);
    building.exporters[page] = statement.collector?.exporters ?? [];
    // a page that was lost leaves the statement before in force
    if (building.exporters.filter(Boolean).length < pages || !statement.collector) return;
    const collector = { ...statement.collector, exporters: building.exporters.flat() };
    processes.set(id, { statement: { ...statement, collector }, heardMs: now() });
    begun.delete(id);
  };

  return {
    name: "process list",
    async start() {
      off = link.on(`${SUBJECT}.*`, hear);
    },
    async stop() {
      off?.();
    },
    /** Processes that spoke lately, in the order of their ids. */
    list(): Statement[] {
      for (const [id, { heardMs }] of processes)
        if (now() - heardMs > SILENT_MS) {
          processes.delete(id);
          begun.delete(id);
        }
      return [...processes.values()]
        .map((p) => p.statement)
        .sort((a, b) => (a.processId < b.processId ? -1 : 1));
    },
  } satisfies Component & { list(): Statement[] };
}
