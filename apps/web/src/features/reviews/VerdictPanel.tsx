"use client";
import { Alert, Badge, Button, Field, Panel, Textarea } from "@p4twin/ui";
import { formatDateTime } from "@p4twin/ui/format";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { describeError } from "@/lib/describeError.ts";
import { SHOWN_INLINE } from "@/lib/queryClient.ts";
import { useTRPC } from "@/lib/trpc.ts";
import { useMayChange } from "@/shell/useMayChange.ts";
import type { Review } from "./reviewWords.tsx";

/** Verdicts so far, and the way to add one. */
export function VerdictPanel({ review: { id, approvals, failed } }: { review: Review }) {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const mayChange = useMayChange();
  const [comment, setComment] = useState("");
  const judge = useMutation(
    trpc.reviews.judge.mutationOptions({
      meta: SHOWN_INLINE,
      onSuccess: async () => {
        setComment("");
        await cache.invalidateQueries({ queryKey: trpc.reviews.pathKey() });
      },
    }),
  );
  return (
    <Panel title="Verdicts" bodyClassName="flex flex-col gap-3">
      {approvals.map(({ id: key, by, role, verdict, comment: said, at }) => (
        <div key={key} className="flex flex-wrap items-center gap-2">
          <Badge tone={verdict === "approved" ? "ok" : "bad"}>{verdict}</Badge>
          <span>
            {by ?? "unknown"} ({role}), {formatDateTime(Date.parse(at))}
          </span>
          {said ? <span className="text-ink-2">{said}</span> : null}
        </div>
      ))}
      {mayChange ? (
        <>
          <Field
            label="Comment"
            optional
            hint={
              failed
                ? "A rule fails, so only an owner can approve. The author cannot approve it."
                : "The author cannot approve it."
            }
          >
            {(control) => (
              <Textarea {...control} rows={2} value={comment} onChange={(e) => setComment(e.target.value)} />
            )}
          </Field>
          {judge.error ? (
            <Alert tone="bad" title="The verdict was not stored">
              {describeError(judge.error).what}
            </Alert>
          ) : null}
          <div className="flex gap-2">
            <Button busy={judge.isPending} onClick={() => judge.mutate({ id, verdict: "rejected", comment })}>
              Reject change
            </Button>
            <Button
              variant="primary"
              busy={judge.isPending}
              onClick={() => judge.mutate({ id, verdict: "approved", comment })}
            >
              Approve change
            </Button>
          </div>
        </>
      ) : null}
    </Panel>
  );
}
