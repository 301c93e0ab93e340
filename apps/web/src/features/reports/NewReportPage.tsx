"use client";
import {
  Alert,
  Breadcrumbs,
  Button,
  Field,
  Input,
  PageHeader,
  Panel,
  SkeletonRows,
  Textarea,
} from "@p4twin/ui";
import { skipToken, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Snowflake } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { AppLink } from "@/lib/AppLink.tsx";
import { describeError } from "@/lib/describeError.ts";
import { QueryView } from "@/lib/QueryView.tsx";
import { SHOWN_INLINE } from "@/lib/queryClient.ts";
import { useTRPC } from "@/lib/trpc.ts";
import { useMayChange } from "@/shell/useMayChange.ts";
import { ReportDocument } from "./ReportDocument.tsx";
import { ReportSubject } from "./ReportSubject.tsx";
import { useReportSubject } from "./useReportSubject.ts";

/** Chooses what to freeze, gives it a title and a comment, and shows the report before it is stored. */
export function NewReportPage() {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const router = useRouter();
  const mayChange = useMayChange();
  const subject = useReportSubject();
  const [title, setTitle] = useState("");
  const [comment, setComment] = useState("");
  const { refs } = subject;
  // a preview is of one range; asking again would change it under the reader's eyes
  const preview = useQuery(
    trpc.reports.preview.queryOptions(refs ? { refs } : skipToken, {
      staleTime: Infinity,
      refetchOnReconnect: false,
    }),
  );
  const freeze = useMutation(
    trpc.reports.freeze.mutationOptions({
      meta: SHOWN_INLINE,
      onSuccess: async (report) => {
        await cache.invalidateQueries({ queryKey: trpc.reports.list.queryKey() });
        router.push(`/reports/${report.id}`);
      },
    }),
  );
  const named = title.trim() || subject.title;
  const noted = comment.trim() || null;
  return (
    <>
      <PageHeader
        title="Freeze a report"
        summary="A copy of the answer with all of its data: it shows the same numbers next year, whatever changes."
        actions={
          mayChange ? (
            <Button
              variant="primary"
              icon={<Snowflake aria-hidden />}
              busy={freeze.isPending}
              disabled={refs === null || !preview.data || subject.isPending}
              onClick={() => refs && freeze.mutate({ title: named, comment: noted, refs })}
            >
              Freeze report
            </Button>
          ) : null
        }
      >
        <Breadcrumbs
          LinkComponent={AppLink}
          crumbs={[{ label: "Reports", href: "/reports" }, { label: "Freeze a report" }]}
        />
      </PageHeader>
      <div className="flex flex-col gap-3 px-4 pb-6 md:px-6">
        <Panel title="What to freeze">
          <div className="grid gap-x-6 gap-y-3 lg:grid-cols-2">
            <div className="flex flex-col gap-3">
              <ReportSubject subject={subject} />
            </div>
            <div className="flex flex-col gap-3">
              <Field label="Title" optional>
                {(control) => (
                  <Input
                    {...control}
                    value={title}
                    placeholder={subject.title}
                    maxLength={200}
                    onChange={(event) => setTitle(event.target.value)}
                  />
                )}
              </Field>
              <Field
                label="Comment"
                optional
                hint="What a reader should know; it is at the head of the report."
              >
                {(control) => (
                  <Textarea
                    {...control}
                    rows={2}
                    value={comment}
                    maxLength={2000}
                    onChange={(event) => setComment(event.target.value)}
                  />
                )}
              </Field>
            </div>
            {freeze.error ? <Alert tone="bad" title={describeError(freeze.error).what} /> : null}
          </div>
        </Panel>
        {refs ? (
          <section aria-label="Preview" className="flex flex-col gap-2">
            <h2 className="text-sm font-medium text-ink-2">Preview</h2>
            <QueryView
              query={preview}
              what="The preview"
              skeleton={<SkeletonRows rows={8} className="p-6" />}
            >
              {(snapshot) => (
                <ReportDocument
                  report={{
                    ...{ kind: refs.kind, title: named, createdBy: null },
                    snapshot: { ...snapshot, comment: noted },
                  }}
                />
              )}
            </QueryView>
          </section>
        ) : null}
      </div>
    </>
  );
}
