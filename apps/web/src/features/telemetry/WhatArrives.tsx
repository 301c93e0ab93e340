"use client";
import { Panel, textLink } from "@p4twin/ui";
import { CircleCheck, CircleDashed } from "lucide-react";
import { AppLink } from "@/lib/AppLink.tsx";
import { countOf } from "@/lib/countOf.ts";
import { arrivalFindings, type BoundTo } from "./arrivalFindings.ts";
import { useTelemetry } from "./useTelemetry.ts";

export type WhatArrivesProps = {
  deploymentId: string;
  /** of the deployment, when the panel is not on its own page */
  name?: string;
  segments: readonly BoundTo[];
  /** of the last minute; null: not known yet */
  packets: (segmentId: string) => number | null;
};

/** What arrives for a deployment, what does not match and why, each with its remedy. Folded while all is well. */
export function WhatArrives({ deploymentId, name, segments, packets }: WhatArrivesProps) {
  const { data: state } = useTelemetry();
  if (!state || segments.length === 0) return null;
  const findings = arrivalFindings(segments, state, packets);
  const missing = findings.filter((f) => !f.fits).length;
  const summary =
    missing === 0
      ? `${countOf(findings.length, "segment")}: all receive reports`
      : `${missing} of ${countOf(findings.length, "segment")} ${missing === 1 ? "receives" : "receive"} no reports`;
  return (
    <Panel bodyClassName="p-0">
      <details open={missing > 0}>
        <summary className="cursor-pointer px-4 py-2.5">
          <span className="font-semibold">{name ?? "Telemetry"}</span>{" "}
          <span className={missing > 0 ? "text-warn" : "text-ink-2"}>{summary}</span>
        </summary>
        <ul aria-label={`Telemetry of ${name ?? "this deployment"}`} className="border-t">
          {findings.map((f) => {
            const Icon = f.fits ? CircleCheck : CircleDashed;
            return (
              <li key={f.segmentId} className="flex items-start gap-2 px-4 py-2">
                <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${f.fits ? "text-ok" : "text-warn"}`} />
                <span className="min-w-0 max-w-prose">
                  <span className="font-medium">{f.name}</span>
                  <span className="block text-ink-2">{f.text}</span>
                  {f.remedy ? (
                    <span className="block">
                      {f.remedy}{" "}
                      <AppLink href={`/deployments/${deploymentId}`} className={textLink}>
                        Open bindings
                      </AppLink>
                    </span>
                  ) : null}
                </span>
              </li>
            );
          })}
        </ul>
      </details>
    </Panel>
  );
}
