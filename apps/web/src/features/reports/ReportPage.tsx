"use client";
import { Breadcrumbs, Button, SkeletonRows } from "@p4twin/ui";
import { useQuery } from "@tanstack/react-query";
import { Share2 } from "lucide-react";
import { useState } from "react";
import { AppLink } from "@/lib/AppLink.tsx";
import { QueryView } from "@/lib/QueryView.tsx";
import { type RouterOutputs, useTRPC } from "@/lib/trpc.ts";
import { useMayChange } from "@/shell/useMayChange.ts";
import { ReportActions } from "./ReportActions.tsx";
import { ReportDocument } from "./ReportDocument.tsx";
import { ShareDialog, ShareLinks } from "./ShareLinks.tsx";

/** One frozen report with its links. */
export function ReportPage({ reportId }: { reportId: string }) {
  const trpc = useTRPC();
  // frozen: only its links may change
  const report = useQuery(trpc.reports.get.queryOptions({ id: reportId }));
  return (
    <QueryView
      query={report}
      what="The report"
      list="/reports"
      skeleton={<SkeletonRows rows={10} className="p-6" />}
    >
      {(data) => <Report report={data} />}
    </QueryView>
  );
}

function Report({ report }: { report: RouterOutputs["reports"]["get"] }) {
  const mayChange = useMayChange();
  const [sharing, setSharing] = useState(false);
  return (
    <div className="flex flex-col gap-3 px-3 py-4 md:px-6 print:p-0">
      <div className="mx-auto flex w-full max-w-[46rem] flex-wrap items-center justify-between gap-2 print:hidden">
        <Breadcrumbs
          LinkComponent={AppLink}
          crumbs={[{ label: "Reports", href: "/reports" }, { label: report.title }]}
        />
        <div className="flex flex-wrap gap-2">
          <ReportActions report={report} />
          {mayChange ? (
            <Button variant="primary" icon={<Share2 aria-hidden />} onClick={() => setSharing(true)}>
              Share
            </Button>
          ) : null}
        </div>
      </div>
      <ReportDocument report={report} />
      <ShareLinks links={report.links} mayChange={mayChange} onShare={() => setSharing(true)} />
      <ShareDialog reportId={report.id} open={sharing} onClose={() => setSharing(false)} />
    </div>
  );
}
