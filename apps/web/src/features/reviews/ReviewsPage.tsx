"use client";
import { Button, type Column, EmptyState, IconButton, nameLink, PageHeader, Panel, Table } from "@p4twin/ui";
import { formatDateTime } from "@p4twin/ui/format";
import { useQuery } from "@tanstack/react-query";
import { Plus, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { parseAsBoolean, useQueryState } from "nuqs";
import { AppLink } from "@/lib/AppLink.tsx";
import { countOf } from "@/lib/countOf.ts";
import { QueryView } from "@/lib/QueryView.tsx";
import { useTRPC, useTRPCClient } from "@/lib/trpc.ts";
import { useRemoval } from "@/lib/useRemoval.ts";
import { useMayChange } from "@/shell/useMayChange.ts";
import { NewReviewDialog } from "./NewReviewDialog.tsx";
import { ReviewBadges, type ReviewSummary } from "./reviewWords.tsx";

const columns: Column<ReviewSummary>[] = [
  {
    id: "name",
    header: "Review",
    cell: ({ id, name }) => (
      <AppLink href={`/reviews/${id}`} className={nameLink}>
        {name}
      </AppLink>
    ),
  },
  { id: "state", header: "State", cell: (review) => <ReviewBadges {...review} /> },
  { id: "findings", header: "Findings", numeric: true, cell: ({ findings }) => findings },
  { id: "by", header: "By", cell: ({ createdBy }) => createdBy ?? "unknown" },
  { id: "at", header: "Made", cell: ({ createdAt }) => formatDateTime(Date.parse(createdAt)) },
];

/** Changes that were held against rules. */
export function ReviewsPage() {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const router = useRouter();
  const mayChange = useMayChange();
  const [making, setMaking] = useQueryState("new", parseAsBoolean.withDefault(false));
  const reviews = useQuery(trpc.reviews.list.queryOptions());
  const remove = useRemoval({
    remove: (id) => client.reviews.remove.mutate({ id }),
    restore: (id) => client.reviews.restore.mutate({ id }),
    listKey: trpc.reviews.list.queryKey(),
  });
  const removeColumn: Column<ReviewSummary> = {
    id: "remove",
    header: <span className="sr-only">Remove</span>,
    cell: ({ id, name }) => (
      <IconButton
        size="sm"
        label={`Remove ${name}`}
        icon={<Trash2 aria-hidden />}
        onClick={() => void remove(id, name)}
      />
    ),
  };
  const make = mayChange ? (
    <Button variant="primary" onClick={() => void setMaking(true)}>
      <Plus aria-hidden /> Review change
    </Button>
  ) : null;
  return (
    <>
      <PageHeader
        title="Reviews"
        summary="What a change of programs or entries does, held against rules and kept with its evidence."
        actions={make}
      />
      <div className="px-4 pb-6 md:px-6">
        <QueryView query={reviews} what="The reviews">
          {(all) =>
            all.length === 0 ? (
              <Panel>
                <EmptyState title="No reviews yet" action={make}>
                  Compare two versions of a program, or two snapshots of a switch.
                </EmptyState>
              </Panel>
            ) : (
              <Panel title={countOf(all.length, "review", "reviews")} bodyClassName="p-0 overflow-x-auto">
                <Table
                  caption="Reviews"
                  columns={mayChange ? [...columns, removeColumn] : columns}
                  rows={all}
                  rowKey={({ id }) => id}
                  onSelect={({ id }) => router.push(`/reviews/${id}`)}
                />
              </Panel>
            )
          }
        </QueryView>
      </div>
      {making ? <NewReviewDialog onClose={() => void setMaking(null)} /> : null}
    </>
  );
}
