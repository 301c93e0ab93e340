"use client";
import { Alert, Button, Field, SegmentedControl, Select, SkeletonRows } from "@p4twin/ui";
import { TimeRangeFields } from "@/lib/TimeRangeFields.tsx";
import type { ReportSubjectState } from "./useReportSubject.ts";

const KINDS = [
  { value: "twin", label: "A twin" },
  { value: "placement", label: "A placement" },
] as const;
const SPANS = [
  { seconds: 900, label: "Last 15 min" },
  { seconds: 3_600, label: "Last hour" },
  { seconds: 86_400, label: "Last 24 h" },
] as const;

/** The twin and its range, or the placement, that is frozen. */
export function ReportSubject({ subject }: { subject: ReportSubjectState }) {
  const { kind, options, picked, range, openedS } = subject;
  const isTwin = kind === "twin";
  return (
    <>
      <SegmentedControl
        aria-label="What to freeze"
        className="self-start"
        value={kind}
        onValueChange={subject.setKind}
        options={KINDS}
      />
      {subject.isPending ? (
        <SkeletonRows rows={2} />
      ) : options.length === 0 ? (
        <Alert tone="info" title={isTwin ? "No deployment is bound yet" : "No placement has an answer yet"}>
          {isTwin ? "Bind segments first." : "Place the chains of a scenario first."}
        </Alert>
      ) : (
        <Field label={isTwin ? "Deployment" : "Placement"}>
          {(control) => (
            <Select {...control} value={picked?.value} onValueChange={subject.pick} options={options} />
          )}
        </Field>
      )}
      {isTwin ? (
        <div className="flex flex-wrap items-end gap-3">
          <TimeRangeFields range={range} onChange={subject.setRange} />
          {SPANS.map(({ seconds, label }) => (
            <Button key={label} size="sm" onClick={() => subject.setRange([openedS - seconds, openedS])}>
              {label}
            </Button>
          ))}
        </div>
      ) : null}
    </>
  );
}
