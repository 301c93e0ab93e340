"use client";
import { sizeRegisters, timestampWrapUs, tofinoMemory } from "@p4twin/models/control";
import { Field, NumberInput, Panel, Select } from "@p4twin/ui";
import {
  formatBytes,
  formatCount,
  formatLatencyWithUnit,
  formatPercent,
  formatRate,
} from "@p4twin/ui/format";
import { useState } from "react";

const WIDTHS = ["32", "48", "64"] as const;
/** The paper's example (Paolucci et al., Sec. 4.3). */
const EXAMPLE = {
  gbps: 10,
  packetBytes: 500,
  vnfMs: 20,
  bits: "48" as (typeof WIDTHS)[number],
  arrays: 1 as 1 | 2,
};

/** How much register memory a Tofino needs for the timestamps of the packets in flight. */
export function RegisterSizing() {
  const [need, setNeed] = useState(EXAMPLE);
  const { gbps, packetBytes, vnfMs, arrays } = need;
  const bits = Number(need.bits);
  const vnfBoundUs = vnfMs * 1000;
  const sized = sizeRegisters({ gbps, packetBytes, vnfBoundUs, timestampBits: bits, arrays }, tofinoMemory);
  // timestamps of a Tofino count nanoseconds
  const wrapUs = timestampWrapUs(bits, 1);
  const number = (key: "gbps" | "packetBytes" | "vnfMs", label: string, unit: string) => (
    <Field label={label}>
      {(field) => (
        <NumberInput
          {...field}
          unit={unit}
          min={0}
          value={need[key]}
          onValueChange={(value) => value !== null && value > 0 && setNeed({ ...need, [key]: value })}
        />
      )}
    </Field>
  );
  return (
    <Panel
      title="Registers that a Tofino needs"
      footer="Paolucci et al., Sec. 4.3: 10 Gb/s of 500 B packets, VNFs within 20 ms, about 2 % of the memory. Memory of a Tofino 1: 12 stages of 80 SRAM blocks (128 kbit) and 24 TCAM blocks; not stated in the paper, check it for your target."
    >
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
        {number("gbps", "Latency-critical", "Gbps")}
        {number("packetBytes", "Packet", "B")}
        {number("vnfMs", "VNFs take at most", "ms")}
        <Field label="Timestamp" className="w-28">
          {(field) => (
            <Select
              {...field}
              value={need.bits}
              options={WIDTHS.map((width) => ({ value: width, label: `${width} bit` }))}
              onValueChange={(width) => setNeed({ ...need, bits: WIDTHS.find((w) => w === width) ?? "48" })}
            />
          )}
        </Field>
        <Field label="Arrays" className="w-44">
          {(field) => (
            <Select
              {...field}
              value={String(arrays)}
              options={[
                { value: "1", label: "t1 only", hint: "t2 is never read again" },
                { value: "2", label: "t1 and t2" },
              ]}
              onValueChange={(value) => setNeed({ ...need, arrays: value === "2" ? 2 : 1 })}
            />
          )}
        </Field>
      </div>
      <p className="mt-3 text-sm">
        {formatRate(sized.pps).replace("/s", " packets/s")} for {formatLatencyWithUnit(vnfBoundUs)} are{" "}
        <strong>{formatCount(sized.entries)} elements</strong>, {formatBytes(sized.bytes)}:{" "}
        <strong>{formatPercent(sized.shareOfSram)} of the SRAM</strong>,{" "}
        {formatPercent(sized.shareOfSramAndTcam)} of SRAM and TCAM.
      </p>
      {wrapUs <= vnfBoundUs ? (
        <p role="alert" className="mt-1 text-bad text-sm">
          {bits}-bit nanoseconds repeat after {formatLatencyWithUnit(wrapUs)}: shorter than the VNFs may take.
        </p>
      ) : (
        <p className="mt-1 text-ink-3 text-xs">
          {bits}-bit nanoseconds repeat after {formatLatencyWithUnit(wrapUs)}, longer than any packet stays.
        </p>
      )}
    </Panel>
  );
}
