"use client";
import { gaveUp, waysOf } from "@p4twin/models/placement";
import { TwinTable, Waterfall } from "@p4twin/ui/charts";
import {
  chooseLatencyUnit,
  formatDateTime,
  formatDuration,
  formatGbps,
  formatLatency,
  formatLatencyInterval,
  formatLatencyRange,
  formatLatencyWithUnit,
  formatSignificant,
  formatWords,
  LATENCY_UNIT_LABEL,
  type LatencyUnit,
} from "@p4twin/ui/format";
import { countOf } from "@/lib/countOf.ts";
import { givenIntervals } from "@/lib/predictedOf.ts";
import type { FrozenPlacement } from "./frozen.ts";
import { Figure, ReportSection } from "./ReportSection.tsx";

type PlacedChain = NonNullable<FrozenPlacement["placement"]["result"]>["chains"][number];

const answerOf = (placement: FrozenPlacement["placement"]): string => {
  const { result, failure } = placement;
  if (!result)
    return failure ? `The engine failed: ${failure}` : "The engine had not answered when this was frozen.";
  const placed = `${countOf(result.embedded, "chain")} placed`;
  const left = result.rejected.length > 0 ? `, ${result.rejected.join(", ")} left out` : "";
  if (result.status === "optimal")
    return `Optimal: ${placed}${left}, ${result.powerWatts} W. No placement is better.`;
  if (result.status === "infeasible")
    return gaveUp(result)
      ? `No placement found: ${placed}${left}. This does not prove that there is none.`
      : "The chains do not fit.";
  return `Feasible: ${placed}${left}, ${result.powerWatts} W, ${
    result.gap === null
      ? "how far from the best one is not known"
      : `at most ${formatSignificant(result.gap * 100)} % from the best one`
  }.`;
};

const tightestText = (chain: PlacedChain, budgetUs: number | null, unit: LatencyUnit): string =>
  budgetUs === null
    ? `No chain has a delay budget; ${chain.id} takes longest, ${formatLatencyWithUnit(chain.delayUs, unit)}.`
    : `Least room: chain ${chain.id}, ${formatLatencyWithUnit(chain.delayUs, unit)} of its budget of ${formatLatencyWithUnit(budgetUs, unit)}.`;

/** Devices of a chain, between the hosts of the cloud at which it starts and ends. */
const betweenHosts = ({ entry = [], exit = [] }: PlacedChain, devices: readonly string[]): string[] => [
  ...entry.slice(0, 1),
  ...devices,
  ...exit.slice(-1),
];

const routeLine = (chain: PlacedChain): string => {
  const ways = waysOf(chain);
  return (ways.length > 0 ? ways : chain.route).map((path) => path.join(" – ")).join("; ");
};

/** A frozen placement: drawn from the snapshot alone. */
export function PlacementReport({ data }: { data: FrozenPlacement }) {
  const { placement, scenario } = data;
  const { problem, result } = placement;
  const chains = result?.chains ?? [];
  const unit = chooseLatencyUnit(chains.map((c) => c.delayUs));
  const us = LATENCY_UNIT_LABEL[unit];
  const budgetOf = (id: string) => problem.chains.find((c) => c.id === id)?.maxDelayUs ?? null;
  const slackOf = (chain: { id: string; delayUs: number }) => {
    const budget = budgetOf(chain.id);
    return budget === null ? Number.POSITIVE_INFINITY : budget - chain.delayUs;
  };
  const tightest = chains.toSorted((a, b) => slackOf(a) - slackOf(b) || b.delayUs - a.delayUs)[0];
  const delayOf = (chain: PlacedChain) => (
    <Figure caption="Delay and budget, term by term (Eq. 5.19 of the thesis).">
      <Waterfall
        predictedOnly
        label={`Delay of chain ${chain.id}`}
        unit={unit}
        budgetUs={budgetOf(chain.id)}
        totalIntervals={givenIntervals(chain)}
        hops={chain.terms.map((term, i) => ({
          id: String(i),
          label: term.kind === "base" ? `${term.device} base` : `${term.device} ${term.what}`,
          predicted: [{ what: term.kind === "function" ? "vnf" : (term.kind ?? term.what), us: term.us }],
          observedUs: null,
        }))}
      />
    </Figure>
  );
  return (
    <>
      <ReportSection title="Summary" whole>
        <p className="font-medium">
          {answerOf(placement)}
          <br />
          {tightest ? tightestText(tightest, budgetOf(tightest.id), unit) : result?.conflicts[0]?.message}
        </p>
        {tightest ? delayOf(tightest) : null}
      </ReportSection>
      <ReportSection title="Question" whole>
        <p>
          Where do {countOf(problem.chains.length, "chain")} run on{" "}
          {countOf(problem.devices.length, "device")}
          {scenario ? ` (scenario ${scenario.name}, version ${scenario.number})` : ""} so that every delay
          budget holds?
        </p>
      </ReportSection>
      <ReportSection title="Chains" whole>
        {result && result.conflicts.length > 0 ? (
          <ul className="list-disc pl-5">
            {result.conflicts.map((c) => (
              <li key={c.message}>
                {formatWords(c.message)} <span className="text-ink-3">({c.constraint})</span>
              </li>
            ))}
          </ul>
        ) : null}
        {result ? (
          <TwinTable
            label="Placed chains"
            twin={{
              head: [
                { label: "Chain" },
                { label: "Runs on" },
                { label: "Throughput", numeric: true },
                { label: `Delay, ± of the mean ${us}`, numeric: true },
                { label: `Delay, a packet ${us}`, numeric: true },
                { label: `Budget ${us}`, numeric: true },
                { label: `Left ${us}`, numeric: true },
              ],
              rows: problem.chains.map((chain) => {
                const placed = result.chains.find((c) => c.id === chain.id);
                const hosts = placed?.hosts.filter((h, i) => h !== placed.hosts[i - 1]) ?? [];
                return [
                  chain.id,
                  placed ? betweenHosts(placed, hosts).join(" → ") : "not placed",
                  formatGbps(chain.gbps),
                  formatLatencyInterval(
                    placed?.delayUs ?? null,
                    placed?.meanLowUs ?? null,
                    placed?.meanHighUs ?? null,
                    unit,
                  ),
                  placed?.lowUs == null || placed.highUs == null
                    ? "–"
                    : formatLatencyRange(placed.lowUs, placed.highUs, unit),
                  chain.maxDelayUs === null ? "none" : formatLatency(chain.maxDelayUs, unit),
                  formatLatency(
                    placed && chain.maxDelayUs !== null ? chain.maxDelayUs - placed.delayUs : null,
                    unit,
                  ),
                ];
              }),
            }}
          />
        ) : null}
      </ReportSection>
      {chains.map((chain) => (
        <ReportSection key={chain.id} title={`Chain ${chain.id}`} whole>
          {chain === tightest ? null : delayOf(chain)}
          <p className="text-ink-2">Route: {routeLine(chain)}</p>
        </ReportSection>
      ))}
      <ReportSection title="Assumptions and versions" whole>
        <ul className="list-disc pl-5">
          <li>
            Engine {placement.engine}
            {result ? `, answered by ${result.engine} in ${formatDuration(result.timeMs)}` : ""}; time limit{" "}
            {placement.timeLimitS} s; started {formatDateTime(Date.parse(placement.createdAt))}.
          </li>
          <li>
            Objective bound:{" "}
            {result?.bound === null || !result ? "not known" : formatSignificant(result.bound)}.
          </li>
          <li>The whole problem (devices, links, functions, chains) is part of the JSON of this report.</li>
        </ul>
        <TwinTable
          label="Devices of the problem"
          twin={{
            head: [{ label: "Device" }, { label: "Profile" }],
            rows: problem.devices.map((d) => [d.id, d.profile]),
          }}
        />
      </ReportSection>
    </>
  );
}
