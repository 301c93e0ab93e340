import type { Component } from "../components.ts";
import type { Log } from "../observability/log.ts";
import type { Acceptance, ListedExporter } from "./schema.ts";
import type { TelemetryStore } from "./store.ts";

/** The list of exporters as it stands in the database. */
export type ExporterList = Acceptance & { exporters: ListedExporter[] };

/** Another process may change the list: how long it takes at most until this one follows (our choice). */
const LOOK_EVERY_MS = 2_000;
const WARN_EVERY_MS = 60_000;

export type ExporterSettingsFeed = Component & {
  /** the list as this process knows it */
  current(): ExporterList;
  /** Looks now; resolves when everybody has been told. */
  refresh(): Promise<void>;
};

/**
 * Follows the list of exporters and tells `onChange` what it is: at the start, at once after a change by this
 * process, and within two seconds after a change by another one. While the database is away the list stays as
 * it is.
 */
export function createExporterSettingsFeed(deps: {
  store: Pick<TelemetryStore, "exporters" | "acceptance">;
  onChange(list: ExporterList): void;
  log: Log;
}): ExporterSettingsFeed {
  let list: ExporterList = { acceptOnlyListed: false, exporters: [] };
  let seen = "";
  let timer: NodeJS.Timeout | null = null;
  let lastWarnMs = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> = Promise.resolve();

  const look = async (): Promise<void> => {
    const [acceptance, exporters] = await Promise.all([deps.store.acceptance(), deps.store.exporters()]);
    const next = { ...acceptance, exporters };
    const text = JSON.stringify(next);
    if (text === seen) return;
    seen = text;
    list = next;
    deps.onChange(list);
  };
  // one after the other: an older answer must not overtake a newer one
  const refresh = (): Promise<void> => {
    looking = looking.catch(() => {}).then(look);
    return looking;
  };

  return {
    name: "exporter settings",
    current: () => list,
    refresh,
    async start() {
      await refresh();
      timer = setInterval(() => {
        refresh().catch((error: unknown) => {
          const now = performance.now();
          if (now - lastWarnMs < WARN_EVERY_MS) return;
          lastWarnMs = now;
          deps.log.warn({ error }, "the list of exporters cannot be read; the last one stays in force");
        });
      }, LOOK_EVERY_MS);
    },
    async stop() {
      if (timer) clearInterval(timer);
      await looking.catch(() => {});
    },
  };
}
