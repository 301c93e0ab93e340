"use client";
import { Button, DropdownMenu } from "@p4twin/ui";
import { Download, Printer } from "lucide-react";
import { saveFile } from "@/lib/saveFile.ts";
import { slugOf } from "@/lib/slug.ts";
import type { FrozenReport } from "./ReportDocument.tsx";
import { reportCsv } from "./reportCsv.ts";
import { printPage } from "./usePaper.ts";

/** Take a report along: JSON, CSV, paper or PDF. */
export function ReportActions({ report }: { report: FrozenReport }) {
  const name = slugOf(report.title, "report");
  const csv = reportCsv(report.kind, report.snapshot.data);
  return (
    <div className="flex gap-2 print:hidden">
      <DropdownMenu
        trigger={<Button icon={<Download aria-hidden />}>Download</Button>}
        entries={[
          {
            kind: "item",
            id: "json",
            label: "JSON: the whole snapshot",
            onSelect: () =>
              saveFile(`${name}.json`, "application/json", JSON.stringify(report.snapshot, null, 2)),
          },
          {
            kind: "item",
            id: "csv",
            label: "CSV: the data of the figures",
            disabled: csv === null,
            onSelect: () => csv !== null && saveFile(`${name}.csv`, "text/csv", csv),
          },
        ]}
      />
      <Button icon={<Printer aria-hidden />} onClick={() => void printPage()}>
        Print or save as PDF
      </Button>
    </div>
  );
}
