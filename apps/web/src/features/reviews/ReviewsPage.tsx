"use client";
import { Button } from "@p4twin/ui";
import { useQuery } from "@tanstack/react-query";
import { GitCompareArrows, Plus } from "lucide-react";
import { parseAsBoolean, useQueryState } from "nuqs";
import { timeColumn } from "@/lib/ObjectList.tsx";
import { useTRPC, useTRPCClient } from "@/lib/trpc.ts";
import { ObjectsPage } from "@/shell/ObjectsPage.tsx";
import { NewReviewDialog } from "./NewReviewDialog.tsx";
import { ReviewBadges, type ReviewSummary } from "./reviewWords.tsx";

/** Changes that were held against rules. */
export function ReviewsPage() {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const [making, setMaking] = useQueryState("new", parseAsBoolean.withDefault(false));
  return (
    <>
      <ObjectsPage
        title="Reviews"
        summary="What a change of programs, entries, clouds or placements does, checked by your rules."
        plural="reviews"
        singular="review"
        objects={useQuery(trpc.reviews.list.queryOptions())}
        removal={{
          remove: (id) => client.reviews.remove.mutate({ id }),
          restore: (id) => client.reviews.restore.mutate({ id }),
          listKey: trpc.reviews.list.queryKey(),
        }}
        create={
          <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => void setMaking(true)}>
            Review change
          </Button>
        }
        href={({ id }) => `/reviews/${id}`}
        columns={[
          { id: "state", header: "State", cell: (review) => <ReviewBadges {...review} /> },
          { id: "findings", header: "Findings", numeric: true, cell: ({ findings }) => findings },
          { id: "by", header: "By", cell: ({ createdBy }) => createdBy ?? "unknown" },
          timeColumn<ReviewSummary>("at", "Made", ({ createdAt }) => createdAt),
        ]}
        empty={{
          icon: <GitCompareArrows aria-hidden />,
          text: "Compare two versions of a program, cloud or scenario, or two snapshots of a switch.",
        }}
      />
      {making ? <NewReviewDialog onClose={() => void setMaking(null)} /> : null}
    </>
  );
}
