"use client";
import { Button, Field, NumberInput, Panel } from "@p4twin/ui";
import { FunctionChips } from "./FunctionChips.tsx";
import { SegmentControls } from "./SegmentControls.tsx";
import type { WhatIfControls } from "./useWhatIf.ts";

// what a packet has when the chain does not say (the largest frame of Ethernet)
const MTU_BYTES = 1500;

export type ChainControlsProps = { chain: string; whatIf: WhatIfControls };

/** All that can be changed about one chain: its devices, load, budget, packets and thresholds. */
export function ChainControls({ chain: id, whatIf }: ChainControlsProps) {
  const { prediction, change } = whatIf;
  const chain = prediction?.state.problem.chains.find((candidate) => candidate.id === id);
  if (!prediction || !chain) return null;
  return (
    <Panel
      title={`Chain ${id}`}
      actions={
        <Button size="sm" onClick={() => change({ kind: "remove-chain", chain: id })}>
          Take out
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <FunctionChips chain={id} whatIf={whatIf} />
        <div className="flex flex-wrap gap-3">
          <Field label="Load">
            {(field) => (
              <NumberInput
                {...field}
                unit="Gbps"
                min={0}
                step={0.5}
                value={chain.gbps}
                onValueChange={(gbps) =>
                  gbps !== null && gbps > 0 && change({ kind: "load", chain: id, gbps })
                }
              />
            )}
          </Field>
          <Field label="Delay budget" hint="Empty: best effort">
            {(field) => (
              <NumberInput
                {...field}
                unit="µs"
                min={0}
                value={chain.maxDelayUs}
                onValueChange={(maxDelayUs) =>
                  (maxDelayUs === null || maxDelayUs > 0) && change({ kind: "budget", chain: id, maxDelayUs })
                }
              />
            )}
          </Field>
          <Field label="Packet size">
            {(field) => (
              <NumberInput
                {...field}
                unit="B"
                min={64}
                max={9216}
                step={64}
                value={chain.packetBytes ?? MTU_BYTES}
                onValueChange={(packetBytes) =>
                  packetBytes !== null &&
                  Number.isInteger(packetBytes) &&
                  packetBytes >= 64 &&
                  packetBytes <= 9216 &&
                  change({ kind: "packet", chain: id, packetBytes })
                }
              />
            )}
          </Field>
        </div>
        <SegmentControls chain={id} whatIf={whatIf} />
      </div>
    </Panel>
  );
}
