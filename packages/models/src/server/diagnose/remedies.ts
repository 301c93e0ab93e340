import { advise } from "../advice/advise.ts";
import { routers } from "../data/library.ts";
import { advisedBatches, batchEffect } from "../perPacket/batch.ts";
import { chainMedian, realisationOf } from "../perPacket/realisation.ts";
import { effect, type Facts, type Remedy } from "./finding.ts";

/** Latency of a router on DPDK over that on the driver at hand (Table 6.4); null for DPDK itself. */
function bypassFactor({ measurement, fabric }: Facts): number | null {
  const { driver } = measurement.setup;
  const id = driver === "kernel" ? "kernel" : fabric === "ovs" ? "user-ovsk" : "user";
  const row = (wanted: string) => routers().rows.find((r) => r.id === wanted);
  const [now, dpdk] = [row(id), row("dpdk")];
  if (driver === "dpdk" || now === undefined || dpdk === undefined) return null;
  return dpdk.latencyUs / now.latencyUs;
}

/** Several packets a system call (thesis Sec. 6.4.1), with the effect of Table 6.7. */
export function multiplexing(facts: Facts): Remedy {
  const { take, from, to } = advisedBatches.latency;
  const title = `${from} to ${to} packets a system call, best ${take}`;
  if (facts.fabric === "ovs")
    return {
      title,
      effect: null,
      note: "not behind OVS: it moves packets one by one and undoes the batches (Sec. 6.5.2)",
    };
  const factor = batchEffect(facts.batch, take);
  if (facts.functions > 1)
    return {
      title,
      effect: effect(
        "latency of the chain",
        [0.6, 0.9],
        facts.measurement.observations.medianUs ?? null,
        "Table 6.1: 10 to 40 % lower",
      ),
      note: null,
    };
  return {
    title,
    effect:
      factor === null ? null : effect("latency per packet", [factor, factor], facts.latency.us, "Table 6.7"),
    note: null,
  };
}

/** A polling driver past the kernel, with the effect of Table 6.4. */
export function kernelBypass(facts: Facts): Remedy {
  const title = "a driver past the kernel that polls (DPDK), processing to completion on its core";
  const one = realisationOf("one-process-dpdk");
  if (facts.functions > 1 && one !== null) {
    const median = chainMedian(one, facts.functions);
    const all = median.known
      ? `${median.medianUs.toFixed(1)} us for ${facts.functions} functions`
      : median.reason;
    return { title, effect: null, note: `as one process of routers at low load: ${all} (Fig. 4.3)` };
  }
  const factor = bypassFactor(facts);
  return {
    title,
    effect:
      factor === null ? null : effect("latency per packet", [factor, factor], facts.latency.us, "Table 6.4"),
    note: "cores of a polling driver are busy also without packets",
  };
}

/** Fewer waits: MUX takes 40 to 60 % of Wait/RunTime away (thesis Sec. 6.5.2). */
export const fewerWaits = (facts: Facts): Remedy => ({
  ...multiplexing(facts),
  effect:
    facts.fabric === "ovs" ? null : effect("Wait/RunTime", [0.4, 0.6], null, "Sec. 6.5.2: 40 to 60 % less"),
});

/** The slices that the thesis found best for the chain, with the ratio of the slopes. */
export function longerSlices(facts: Facts): Remedy {
  const { fabric, functions, measurement, batch } = facts;
  const { tuning, effect: tuned } = advise(
    {
      functions,
      fabric,
      driver: measurement.setup.driver ?? null,
      policy: facts.policy,
      quantumMs: measurement.setup.quantumMs ?? null,
      batch,
      perPacketUs: null,
    },
    "latency",
  );
  return {
    title: `batch CFS with slices of ${tuning.quantumMs} ms${tuning.batch > 1 ? ` and ${tuning.batch} packets a call` : ""}`,
    effect:
      tuned === null
        ? null
        : effect(
            tuned.of,
            [tuned.factorLow, tuned.factorHigh],
            tuned.of === "latency of the chain" ? (measurement.observations.medianUs ?? null) : null,
            tuned.source,
          ),
    note: tuned === null ? "already batch CFS; see the advised slice" : null,
  };
}
