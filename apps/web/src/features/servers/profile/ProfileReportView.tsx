"use client";
import { Alert, Badge, Button, CopyField, Panel, StatTile } from "@p4twin/ui";
import { ShareBar } from "@p4twin/ui/charts";
import { formatSignificant, formatWords } from "@p4twin/ui/format";
import { saveFile } from "@/lib/saveFile.ts";
import type { ProfileAnswer } from "@/workers/servers/serverAnswers.ts";

type Report = ProfileAnswer["report"];
type Latency = Report["chain"];

const us = (value: number | null): string | null => (value === null ? null : formatSignificant(value));
const percent = (value: number | null): string | null =>
  value === null ? null : `${formatSignificant(value * 100)}`;

/** Parts of the bar are counted in whole nanoseconds. */
const NS_PER_US = 1_000;

/** Latency of one function or the whole chain, divided among the levels whose references were counted. */
function Levels({ label, latency }: { label: string; latency: Latency | null }) {
  const total = latency?.us ?? null;
  return (
    <div className="grid items-start gap-x-3 md:grid-cols-[12rem_6rem_minmax(0,1fr)]">
      <span className="text-sm">{label}</span>
      <span className="text-right text-sm tabular-nums">{us(total) ?? "–"} µs</span>
      {latency === null || total === null ? (
        <span className="text-ink-3 text-xs">its packets or counters are not known</span>
      ) : (
        <ShareBar
          label={`Latency per packet of ${label} by level`}
          parts={latency.terms.flatMap((t) =>
            t.us === null
              ? []
              : [{ id: t.term, label: `${t.title} ${us(t.us)} µs`, count: Math.round(t.us * NS_PER_US) }],
          )}
        />
      )}
    </div>
  );
}

/** Shares of each level, the bottleneck with its evidence, and the advice with commands. */
export function ProfileReportView({ report, script }: ProfileAnswer) {
  const { chain, functions, bottleneck, findings, advice } = report;
  return (
    <>
      <div className="grid grid-cols-2 gap-3 md:grid-cols-4">
        <StatTile
          label="Latency by counters"
          value={us(chain.us)}
          unit="µs"
          context="sum of the known terms"
        />
        <StatTile label="Measured" value={us(report.measuredUs)} unit="µs" context="median of the file" />
        <StatTile
          label="Explained"
          value={percent(report.explainedShare)}
          unit="%"
          context="the rest waits for a core, or was not counted"
        />
        <StatTile
          label="Useful time"
          value={percent(report.usefulShare)}
          unit="%"
          context="of what neither waits nor contends"
        />
      </div>
      {bottleneck ? (
        <Alert tone="warn" title={`Bottleneck: ${bottleneck.title}`}>
          {bottleneck.cause}
        </Alert>
      ) : (
        <Alert tone="ok" title="No rule finds a bottleneck in these counters" />
      )}
      <Panel
        title="Where the latency goes"
        subtitle={`costs of ${report.server}, slowest stride`}
        bodyClassName="flex flex-col gap-3"
      >
        {functions.length > 1
          ? functions.map((f) => <Levels key={f.id} label={f.id} latency={f.latency} />)
          : null}
        <Levels label={functions.length > 1 ? "whole chain" : report.name} latency={chain} />
      </Panel>
      <Panel title="Findings" bodyClassName="flex flex-col gap-3">
        {findings.length === 0 ? <p className="text-ink-3 text-sm">None.</p> : null}
        {findings.map((f) => (
          <section key={f.id} className="flex flex-col gap-1">
            <h3 className="flex items-center gap-2 font-medium text-sm">
              {f.title}
              <Badge tone={f.healthy ? "ok" : "warn"}>{f.strength}</Badge>
              <span className="font-normal text-2xs text-ink-3">{f.source}</span>
            </h3>
            <p className="text-ink-2 text-sm">{f.cause}</p>
            <ul className="text-ink-2 text-xs">
              {f.evidence.map((e) => (
                <li key={e.what}>
                  {e.what}: <span className="text-ink">{formatSignificant(e.value)}</span>
                  {e.unit ? ` ${e.unit}` : ""}
                  {e.threshold === null ? "" : `, threshold ${formatSignificant(e.threshold)}`}
                </li>
              ))}
            </ul>
            <ul className="ml-4 list-disc text-sm">
              {f.remedies.map((r) => (
                <li key={r.title}>
                  {r.title}
                  {r.effect ? (
                    <span className="text-ink-3">
                      : {r.effect.of} {effectText(r.effect)} ({r.effect.source})
                    </span>
                  ) : null}
                  {r.note ? <span className="text-ink-3"> {formatWords(r.note)}</span> : null}
                </li>
              ))}
            </ul>
          </section>
        ))}
      </Panel>
      <Panel
        title="Advice"
        subtitle={`batch ${advice.tuning.batch}, policy ${advice.tuning.policy}`}
        actions={
          <Button onClick={() => saveFile("tune.sh", "text/x-shellscript", script)}>Download script</Button>
        }
        bodyClassName="flex flex-col gap-2"
      >
        <ul className="ml-4 list-disc text-ink-2 text-sm">
          {advice.why.map((why) => (
            <li key={why}>{formatWords(why)}</li>
          ))}
        </ul>
        {advice.effect ? (
          <p className="text-sm">
            Predicted: {advice.effect.of} becomes {range(advice.effect.factorLow, advice.effect.factorHigh)}{" "}
            of what it was ({advice.effect.source}).
          </p>
        ) : null}
        {advice.coupling.fits ? null : (
          <Alert tone="warn" title="Batch and slice do not fit each other">
            {formatWords(advice.coupling.reason)}
          </Alert>
        )}
        {advice.steps.map(({ command, why }) => (
          <div key={`${command} ${why}`} className="flex flex-col gap-0.5">
            <span className="text-ink-3 text-xs">{formatWords(why)}</span>
            {command === null ? null : <CopyField text={command} label="command" />}
          </div>
        ))}
      </Panel>
      {report.notes.length > 0 ? (
        <ul className="ml-4 list-disc text-ink-3 text-xs">
          {report.notes.map((note) => (
            <li key={note}>{formatWords(note)}</li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

const range = (low: number, high: number): string =>
  low === high ? formatSignificant(low) : `${formatSignificant(low)} to ${formatSignificant(high)}`;

function effectText(effect: NonNullable<Report["findings"][number]["remedies"][number]["effect"]>): string {
  const { beforeUs, afterLowUs, afterHighUs, factorLow, factorHigh } = effect;
  if (beforeUs === null || afterLowUs === null || afterHighUs === null)
    return `${range(factorLow, factorHigh)} of what it was`;
  return `${formatSignificant(beforeUs)} → ${range(afterLowUs, afterHighUs)} µs`;
}
