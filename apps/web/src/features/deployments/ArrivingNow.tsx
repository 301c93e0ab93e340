"use client";
import { Alert, Badge, Panel, SkeletonRows } from "@p4twin/ui";
import { formatCount, formatRate, formatRelativeTime } from "@p4twin/ui/format";
import { CircleCheck, CircleDashed } from "lucide-react";
import { QUIET_MS, SetupCard, unmatchedWords, useTelemetry } from "@/features/telemetry/index.ts";
import { QueryView } from "@/lib/QueryView.tsx";
import { checkBindings } from "./bindingCheck.ts";
import type { SegmentDraft } from "./draft.ts";

/** What switches send while one binds, whether it fits the segments drawn up, and how to make a switch send. */
export function ArrivingNow({ drafts }: { drafts: readonly SegmentDraft[] }) {
  const telemetry = useTelemetry();
  return (
    <QueryView query={telemetry} what="Incoming telemetry" skeleton={<SkeletonRows rows={5} />}>
      {(state) => {
        if (state === null) {
          return (
            <Alert tone="warn" title="The collector does not listen">
              Segments can be bound all the same.
            </Alert>
          );
        }
        const reasons = new Map<string, number>();
        for (const e of state.exporters)
          for (const [code, n] of Object.entries(e.unmatchedByReason))
            reasons.set(code, (reasons.get(code) ?? 0) + n);
        return (
          <div className="flex flex-col gap-3">
            <Panel title="Arriving now" subtitle={`${formatRate(state.reportsPerS)} reports`}>
              {state.exporters.length === 0 ? (
                <p className="text-ink-3">Nothing yet. Point a switch here with the commands below.</p>
              ) : (
                <ul aria-label="Exporters" className="flex flex-col gap-2">
                  {state.exporters.map((e) => (
                    <li key={e.address}>
                      <span className="flex items-center justify-between gap-2">
                        <span className="font-medium">{e.address}</span>
                        <Badge tone={state.atMs - e.lastHeardMs > QUIET_MS ? "warn" : "ok"}>
                          {state.atMs - e.lastHeardMs > QUIET_MS
                            ? `quiet, ${formatRelativeTime(e.lastHeardMs, state.atMs)}`
                            : "sending"}
                        </Badge>
                      </span>
                      <span className="text-xs text-ink-2">
                        node ids {e.nodeIds.join(", ") || "none read"};{" "}
                        {e.formats.join(", ") || "no format read"}; {formatCount(e.matched)} of{" "}
                        {formatCount(e.reports)} reports belong to a segment
                      </span>
                    </li>
                  ))}
                </ul>
              )}
              {reasons.size > 0 ? (
                <div className="mt-3 border-t pt-2">
                  <p className="text-xs font-medium text-ink-2">Reports of no segment so far</p>
                  <ul className="text-xs text-ink-2">
                    {[...reasons].map(([code, n]) => (
                      <li key={code}>
                        {formatCount(n)}: {unmatchedWords(code)}
                      </li>
                    ))}
                  </ul>
                </div>
              ) : null}
            </Panel>
            <Panel title="Does it fit?" subtitle="node ids bound and heard">
              {drafts.length === 0 ? (
                <p className="text-ink-3">Add a segment first.</p>
              ) : (
                <ul aria-label="Segments and what is heard of them" className="flex flex-col gap-1.5">
                  {checkBindings(drafts, state.exporters).map(({ key, name, heard, missing }) => {
                    const fits = missing.length === 0 && heard.length > 0;
                    const Icon = fits ? CircleCheck : CircleDashed;
                    return (
                      <li key={key} className="flex items-start gap-2">
                        <Icon
                          aria-hidden
                          className={`mt-0.5 size-4 shrink-0 ${fits ? "text-ok" : "text-warn"}`}
                        />
                        <span>
                          <span className="font-medium">{name}</span>
                          <span className="block text-xs text-ink-2">
                            {heard.length + missing.length === 0
                              ? "no node id filled in yet"
                              : fits
                                ? `all node ids heard (${heard.join(", ")})`
                                : `not heard: ${missing.join(", ")}${heard.length > 0 ? `; heard: ${heard.join(", ")}` : ""}`}
                          </span>
                        </span>
                      </li>
                    );
                  })}
                </ul>
              )}
            </Panel>
            <SetupCard listen={state} />
          </div>
        );
      }}
    </QueryView>
  );
}
