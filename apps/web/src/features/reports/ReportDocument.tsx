"use client";
import { Alert } from "@p4twin/ui";
import { formatDateTime } from "@p4twin/ui/format";
import type { RouterOutputs } from "@/lib/trpc.ts";
import { frozenPlacementSchema, frozenTwinSchema } from "./frozen.ts";
import { PlacementReport } from "./PlacementReport.tsx";
import { TwinReport } from "./TwinReport.tsx";
import { usePaper } from "./usePaper.ts";

type Stored = RouterOutputs["reports"]["publicGet"];
/** A report, or the preview of one: that is not stored, so it has neither id nor hash. */
export type FrozenReport = Pick<Stored, "kind" | "title" | "createdBy" | "snapshot"> &
  Partial<Pick<Stored, "id" | "hash">>;

/** A report as one sheet that prints as it stands: its width is that of a printed page. */
export function ReportDocument({ report }: { report: FrozenReport }) {
  usePaper();
  const { snapshot, id, hash } = report;
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const Title = id === undefined ? "h3" : "h1";
  return (
    <article
      aria-label={report.title}
      className="mx-auto flex w-full max-w-[46rem] flex-col gap-6 rounded-lg border bg-surface px-5 py-6 md:px-8 [print-color-adjust:exact] print:max-w-none print:rounded-none print:border-0 print:p-0 print:[&_button]:hidden"
    >
      <header className="flex flex-col gap-1">
        <p className="text-xs text-ink-3">{report.kind === "twin" ? "Twin report" : "Placement report"}</p>
        <Title className="text-2xl font-semibold tracking-tight">{report.title}</Title>
        <p className="text-ink-2">
          {id === undefined ? "As of" : "Frozen"} {formatDateTime(Date.parse(snapshot.frozenAt))}
          {report.createdBy ? ` by ${report.createdBy}` : ""} with {snapshot.product}. Every figure is drawn
          from this data. Times are those of {timeZone}.
        </p>
        {snapshot.comment ? <p className="mt-1 whitespace-pre-line">{snapshot.comment}</p> : null}
      </header>
      <Content report={report} />
      {id === undefined ? null : (
        <footer className="border-t pt-2 text-2xs text-ink-3">
          <p>
            {snapshot.product}, report {id}, snapshot format {snapshot.version}
          </p>
          <p className="break-all">Content hash {hash}</p>
        </footer>
      )}
    </article>
  );
}

function Content({ report }: { report: FrozenReport }) {
  const { data } = report.snapshot;
  if (report.kind === "twin") {
    const twin = frozenTwinSchema.safeParse(data);
    if (twin.success) return <TwinReport data={twin.data} />;
  } else {
    const placement = frozenPlacementSchema.safeParse(data);
    if (placement.success) return <PlacementReport data={placement.data} />;
  }
  return (
    <Alert tone="warn" title="This page cannot draw this report">
      It was frozen in a form that this version does not know. Its data is complete: download it as JSON.
    </Alert>
  );
}
