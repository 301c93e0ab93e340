"use client";
import { Panel } from "@p4twin/ui";
import { Waterfall } from "@p4twin/ui/charts";
import { givenIntervals } from "@/lib/predictedOf.ts";
import { PlacedChains } from "./PlacedChains.tsx";
import { chainHops } from "./placementWords.ts";
import type { ShownAnswer } from "./useShownAnswer.ts";

export type AnswerPanelsProps = {
  shown: ShownAnswer;
  chain: string | null;
  onSelectChain: (chain: string) => void;
};

/** The chains of an answer, and the delay of the chosen one term by term. */
export function AnswerPanels({ shown: { problem, placement }, chain, onSelectChain }: AnswerPanelsProps) {
  const placed = placement.chains.find(({ id }) => id === chain) ?? null;
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <Panel title="Chains" bodyClassName="p-0 overflow-x-auto">
        <PlacedChains problem={problem} placement={placement} selected={chain} onSelect={onSelectChain} />
      </Panel>
      {placed ? (
        <Panel title={`Delay of ${placed.id}`} subtitle="Eq. 5.19, term by term">
          <Waterfall
            predictedOnly
            hops={chainHops(placed)}
            totalIntervals={givenIntervals(placed)}
            budgetUs={problem.chains.find(({ id }) => id === placed.id)?.maxDelayUs ?? null}
            label={`Delay of chain ${placed.id}`}
          />
        </Panel>
      ) : null}
    </div>
  );
}
