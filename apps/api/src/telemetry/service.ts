import type { Statement } from "../cluster/statements.ts";
import type { CollectorState } from "../collector/state.ts";
import { DomainError } from "../errors.ts";
import type { Clock } from "../shared/service.ts";
import type { WriterCounters } from "../writer/outbox.ts";
import type { ExporterSettingsFeed } from "./exporterSettings.ts";
import { createRates } from "./rates.ts";
import type { Acceptance, ExporterInput, ListedExporter, Process, TelemetryState } from "./schema.ts";
import type { TelemetryStore } from "./store.ts";

type Deps = {
  host: string;
  collector(): CollectorState | null;
  writer(): WriterCounters;
  watchers(): number;
  /** of an installation with several; empty when this is the only one */
  processes(): readonly Statement[];
  settings: Pick<ExporterSettingsFeed, "current" | "refresh">;
  store: TelemetryStore;
  clock: Clock;
};

/** The collector's own account, with rates from its last statements; and what the owner has set for exporters. */
export function createTelemetryService(deps: Deps) {
  const { host, collector, writer, watchers, processes, settings, store, clock } = deps;
  const ratesOf = createRates();
  return {
    state(): TelemetryState | null {
      const state = collector();
      if (!state) return null;
      const rates = ratesOf(state);
      const listed = new Map(settings.current().exporters.map((e) => [e.address, e]));
      return {
        ...state,
        strangers: state.unmatchedReports,
        host,
        reportsPerS: rates.all,
        watchers: watchers(),
        writer: writer(),
        exporters: state.exporters.map((e) => ({
          ...e,
          reportsPerS: rates.of.get(e.address) ?? null,
          label: listed.get(e.address)?.label ?? null,
          listed: listed.has(e.address),
        })),
      };
    },

    processes: (): Process[] =>
      processes().map((p) => ({
        id: p.processId,
        host: p.host,
        roles: p.roles,
        startedAt: new Date(p.startedMs).toISOString(),
        lastHeardAt: new Date(p.atMs).toISOString(),
        datagrams: p.collector?.arrived ?? null,
        windowsSent: p.outbox?.received ?? null,
        windowsWaiting: p.outbox?.queued ?? null,
        windowsStored: p.writer?.stored ?? null,
        reconnects: p.link.reconnects,
        liveLost: p.link.lost,
      })),

    exporters: (): Promise<ListedExporter[]> => store.exporters(),

    async upsertExporter(input: ExporterInput): Promise<ListedExporter> {
      const listed = await store.upsert(input, clock());
      await settings.refresh();
      return listed;
    },

    async removeExporter(address: string): Promise<void> {
      if (!(await store.remove(address)))
        throw new DomainError("not_found", `No exporter with the address ${address} is listed.`);
      await settings.refresh();
    },

    acceptance: (): Promise<Acceptance> => store.acceptance(),

    async setAcceptance(acceptance: Acceptance): Promise<Acceptance> {
      await store.saveAcceptance(acceptance, clock());
      await settings.refresh();
      return acceptance;
    },
  };
}
export type TelemetryService = ReturnType<typeof createTelemetryService>;
