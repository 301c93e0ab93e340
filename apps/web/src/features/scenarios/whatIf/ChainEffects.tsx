"use client";
import type { DelayRange } from "@p4twin/models/placement";
import { Badge, type Column, PredictedLatency, Table } from "@p4twin/ui";
import { BudgetBar } from "@p4twin/ui/charts";
import { formatSignificant } from "@p4twin/ui/format";
import { hostLine } from "../placementWords.ts";
import { DeltaText } from "./DeltaText.tsx";
import type { Prediction } from "./predict.ts";

type Row = {
  id: string;
  hosts: string;
  delayUs: number | null;
  delay: DelayRange | null;
  beforeUs: number | null;
  deltaUs: number | null;
  budgetUs: number | null;
  slackUs: number | null;
};

const TURNS = {
  lost: { tone: "bad", words: "lost" },
  placed: { tone: "ok", words: "placed" },
  "over-budget": { tone: "bad", words: "over budget" },
  "within-budget": { tone: "ok", words: "within budget" },
} as const;

export type ChainEffectsProps = {
  prediction: Prediction;
  selected: string | null;
  onSelect: (chain: string) => void;
};

/** Every chain after the change, with the baseline as a ghost and the difference beside it. */
export function ChainEffects({ prediction, selected, onSelect }: ChainEffectsProps) {
  const { comparison, now } = prediction;
  const nowOf = new Map(now.chains.map((chain) => [chain.id, chain]));
  const turnOf = new Map(comparison.chains.map(({ id, turn }) => [id, turn]));
  const rows = comparison.chains.map(
    ({ id, delayUs, budgetUs, slackUs }): Row => ({
      id,
      hosts: hostLine(nowOf.get(id)?.hosts ?? []),
      delayUs: delayUs.variant,
      delay: nowOf.get(id)?.delay ?? null,
      beforeUs: delayUs.base,
      deltaUs: delayUs.delta,
      budgetUs: budgetUs.variant,
      slackUs: slackUs.variant,
    }),
  );
  const columns: Column<Row>[] = [
    {
      id: "chain",
      header: "Chain",
      cell: ({ id, hosts, delayUs }) => {
        const turn = turnOf.get(id);
        return (
          <span className="flex flex-col">
            <span className="flex items-center gap-1.5 font-medium">
              {id}
              {turn ? <Badge tone={TURNS[turn].tone}>{TURNS[turn].words}</Badge> : null}
            </span>
            <span className="text-xs text-ink-3">{delayUs === null ? "no place" : hosts}</span>
          </span>
        );
      },
    },
    {
      id: "bar",
      header: "Against its budget",
      className: "w-2/5",
      cell: (row) => (
        <BudgetBar
          label={`Delay of chain ${row.id}`}
          valueUs={row.delayUs}
          baselineUs={row.beforeUs}
          budgetUs={row.budgetUs}
        />
      ),
    },
    {
      id: "delay",
      header: "Delay",
      unit: "µs",
      numeric: true,
      hint: "Eq. 5.19 of the thesis, with one standard deviation of the mean; below it that of a packet",
      cell: ({ delay }) => <PredictedLatency us={delay?.delayUs ?? null} {...delay} unit="us" />,
    },
    {
      id: "delta",
      header: "Change",
      unit: "µs",
      numeric: true,
      hint: "against the baseline",
      cell: ({ deltaUs }) => <DeltaText delta={deltaUs} />,
    },
    {
      id: "left",
      header: "Left",
      unit: "µs",
      numeric: true,
      hint: "budget less delay",
      cell: ({ slackUs }) => (
        <span className={slackUs !== null && slackUs < -1e-6 ? "text-bad" : undefined}>
          {formatSignificant(slackUs)}
        </span>
      ),
    },
  ];
  return (
    <Table
      caption="Chains after the change"
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      selectedKey={selected}
      onSelect={(row) => onSelect(row.id)}
    />
  );
}
