import { Counter, Gauge, type Registry } from "prom-client";
import type { SpoolState } from "../spool/spool.ts";
import type { DiskState } from "./guard.ts";
import { diskSteps } from "./steps.ts";

/** The disk of the data directory and what waits on it, for Prometheus. Asks neither disk nor database at a scrape. */
export function registerDiskMetrics(
  registry: Registry,
  disk: () => DiskState,
  windows: () => { spool: SpoolState | null },
): void {
  const registers = [registry];
  const bytes = (name: string, help: string, of: (state: DiskState) => number | null) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.reset();
        const value = of(disk());
        if (value !== null) this.set(value);
      },
    });
  bytes("p4twin_disk_free_bytes", "Free bytes on the disk of the data directory", (s) => s.freeBytes);
  bytes("p4twin_disk_total_bytes", "Size of the disk of the data directory", (s) => s.totalBytes);
  bytes(
    "p4twin_disk_reserve_bytes",
    "Size of the file that is deleted when the disk is full",
    (s) => s.reserve.bytes,
  );
  new Gauge({
    name: "p4twin_disk_step",
    help: "1 at the step at which the disk is: ok, low (no uploads), very-low (no replays), full (windows wait in memory)",
    labelNames: ["step"] as const,
    registers,
    collect() {
      this.reset();
      for (const step of diskSteps) this.set({ step }, disk().step === step ? 1 : 0);
    },
  });
  new Counter({
    name: "p4twin_disk_write_errors_total",
    help: "Writes of this process that the disk refused",
    registers,
    collect() {
      this.reset();
      this.inc(disk().writeErrors);
    },
  });
  new Gauge({
    name: "p4twin_spool_held_windows",
    help: "Windows that wait in memory alone, because the disk takes nothing",
    registers,
    collect() {
      this.set(windows().spool?.held.rows ?? 0);
    },
  });
  new Counter({
    name: "p4twin_spool_lost_total",
    help: "Windows that had to go (evicted) or were in damaged records (damaged-windows), and damaged records and bytes that were set aside",
    labelNames: ["what"] as const,
    registers,
    collect() {
      this.reset();
      const { evicted = 0, damaged = { records: 0, rows: 0, bytes: 0 } } = windows().spool ?? {};
      this.inc({ what: "evicted-windows" }, evicted);
      this.inc({ what: "damaged-windows" }, damaged.rows);
      this.inc({ what: "damaged-records" }, damaged.records);
      this.inc({ what: "damaged-bytes" }, damaged.bytes);
    },
  });
}
