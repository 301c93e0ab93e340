"use client";
import { EmptyState, SkeletonRows, textLink } from "@p4twin/ui";
import { formatDateTime } from "@p4twin/ui/format";
import { useQuery } from "@tanstack/react-query";
import { Clock, Link2Off } from "lucide-react";
import { describeError } from "@/lib/describeError.ts";
import { QueryView } from "@/lib/QueryView.tsx";
import { useTRPC } from "@/lib/trpc.ts";
import { ReportActions } from "./ReportActions.tsx";
import { ReportDocument } from "./ReportDocument.tsx";

const NEVER = { refetchOnReconnect: false, refetchOnMount: false, staleTime: Infinity } as const;

const codeOf = (error: unknown): unknown =>
  error instanceof Error && "data" in error ? (error.data as { code?: unknown } | null)?.code : null;

/** What somebody with a link sees: the report and nothing else; no account is needed. */
export function SharedReportPage({ token }: { token: string }) {
  const trpc = useTRPC();
  const report = useQuery(trpc.reports.publicGet.queryOptions({ token }, NEVER));
  const code = report.data ? null : codeOf(report.error);
  return (
    <main className="min-h-dvh bg-bg px-3 py-6 text-ink print:bg-surface print:p-0">
      {code === "PRECONDITION_FAILED" ? (
        <EmptyState
          icon={<Clock aria-hidden />}
          title="This link has expired"
          titleAs="h1"
          className="pt-[20vh]"
        >
          {describeError(report.error).what}
        </EmptyState>
      ) : code === "NOT_FOUND" || code === "BAD_REQUEST" ? (
        <EmptyState
          icon={<Link2Off aria-hidden />}
          title="There is no report behind this link"
          titleAs="h1"
          className="pt-[20vh]"
        >
          It was revoked, or the address is not complete. Ask whoever sent it for a new one.
        </EmptyState>
      ) : (
        <QueryView
          query={report}
          what="The report"
          skeleton={<SkeletonRows rows={10} className="mx-auto max-w-3xl p-6" />}
        >
          {(data) => (
            <>
              <div className="mx-auto mb-3 flex max-w-[46rem] flex-wrap items-center justify-between gap-2 print:hidden">
                <p className="text-xs text-ink-3">
                  Shared by link until {formatDateTime(Date.parse(data.expiresAt))}.{" "}
                  <a href="/" className={textLink}>
                    Open P4Twin
                  </a>
                </p>
                <ReportActions report={data} />
              </div>
              <ReportDocument report={data} />
            </>
          )}
        </QueryView>
      )}
    </main>
  );
}
