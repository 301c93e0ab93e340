"use client";
import { Alert } from "@p4twin/ui";
import { formatDateTime } from "@p4twin/ui/format";
import type { RouterOutputs } from "@/lib/trpc.ts";
import { frozenPlacementSchema, frozenTwinSchema } from "./frozen.ts";
import { PlacementReport } from "./PlacementReport.tsx";
import { TwinReport } from "./TwinReport.tsx";
import { usePaper } from "./usePaper.ts";

export type FrozenReport = Omit<RouterOutputs["reports"]["publicGet"], "expiresAt">;

/** A report as one sheet that prints as it stands: its width is that of a printed page. */
export function ReportDocument({ report }: { report: FrozenReport }) {
  usePaper();
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return (
    <article
      aria-label={report.title}
      className="mx-auto flex w-full max-w-[46rem] flex-col gap-6 rounded-lg border bg-surface px-5 py-6 md:px-8 [print-color-adjust:exact] print:max-w-none print:rounded-none print:border-0 print:p-0 print:[&_button]:hidden"
    >
      <header className="flex flex-col gap-1">
        <p className="text-xs text-ink-3">{report.kind === "twin" ? "Twin report" : "Placement report"}</p>
        <h1 className="text-2xl font-semibold tracking-tight">{report.title}</h1>
        <p className="text-ink-2">
          Frozen {formatDateTime(Date.parse(report.snapshot.frozenAt))}
          {report.createdBy ? ` by ${report.createdBy}` : ""} with {report.snapshot.product}. All figures are
          drawn from the data frozen then. Times are those of {timeZone}.
        </p>
      </header>
      <Content report={report} />
      <footer className="border-t pt-2 text-2xs text-ink-3">
        <p>
          {report.snapshot.product}, report {report.id}, snapshot format {report.snapshot.version}
        </p>
        <p className="break-all">Content hash {report.hash}</p>
      </footer>
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
