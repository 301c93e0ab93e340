"use client";
import { Button } from "@p4twin/ui";
import { ArrowRight, GripVertical } from "lucide-react";
import { startFunctionDrag } from "./functionDrag.ts";
import { HostMenu } from "./HostMenu.tsx";
import type { WhatIfControls } from "./useWhatIf.ts";

export type FunctionChipsProps = { chain: string; whatIf: WhatIfControls };

/** The functions of a chain and where each runs; drag one to another device, or choose the device from its menu. */
export function FunctionChips({ chain: id, whatIf: { prediction, catalogue, change } }: FunctionChipsProps) {
  const chain = prediction?.state.problem.chains.find((candidate) => candidate.id === id);
  if (!prediction || !catalogue || !chain) return null;
  const hosts = prediction.state.layout.chains.find((laid) => laid.id === id)?.hosts ?? null;
  const menu = { chain: id, prediction, catalogue, onChoose: change };
  return (
    <div className="flex flex-wrap items-center gap-x-1.5 gap-y-2">
      <ol aria-label={`Functions of chain ${id}`} className="contents">
        {chain.functions.map((type, position) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a function is its place in the chain; a type may stand twice
          <li key={position} className="flex items-center gap-1.5">
            {position > 0 ? <ArrowRight aria-hidden className="size-3.5 text-ink-3" /> : null}
            {hosts ? (
              <HostMenu
                {...menu}
                position={position}
                label={`Move ${type}`}
                trigger={
                  <button
                    type="button"
                    draggable
                    onDragStart={(event) => startFunctionDrag(event, { chain: id, position })}
                    className="inline-flex cursor-grab items-center gap-1 rounded-md border border-line bg-surface py-0.5 pr-2 pl-1 hover:border-line-strong hover:bg-hover active:cursor-grabbing"
                  >
                    <GripVertical aria-hidden className="size-3.5 text-ink-3" />
                    <span className="flex flex-col items-start leading-tight">
                      <span className="font-medium">
                        {type}
                        <span className="sr-only"> on</span>
                      </span>
                      <span className="text-2xs text-ink-3">
                        {hosts[position]}
                        <span className="sr-only"> move</span>
                      </span>
                    </span>
                  </button>
                }
              />
            ) : (
              <span className="rounded-md border border-dashed border-line-strong px-2 py-1">{type}</span>
            )}
          </li>
        ))}
      </ol>
      <span className="ml-auto flex gap-1.5">
        <HostMenu
          {...menu}
          position={null}
          label="Place the chain"
          trigger={<Button size="sm">{hosts ? "Move all" : "Place on …"}</Button>}
        />
        {hosts ? (
          <Button size="sm" onClick={() => change({ kind: "reroute", chain: id })}>
            Reroute
          </Button>
        ) : null}
      </span>
    </div>
  );
}
