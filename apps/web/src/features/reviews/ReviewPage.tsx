"use client";
import { Badge, type Column, EmptyState, PageHeader, Panel, Table, textLink } from "@p4twin/ui";
import { formatDateTime, formatWords } from "@p4twin/ui/format";
import { useQuery } from "@tanstack/react-query";
import { Link2 } from "lucide-react";
import { QueryView } from "@/lib/QueryView.tsx";
import { useTRPC } from "@/lib/trpc.ts";
import { Evidence } from "./Evidence.tsx";
import { heldRules, type Review, ReviewBadges } from "./reviewWords.tsx";
import { VerdictPanel } from "./VerdictPanel.tsx";

type Finding = Review["result"]["findings"][number];

const columns: Column<Finding>[] = [
  {
    id: "level",
    header: "Level",
    cell: ({ id, level }) => (
      <span id={id}>
        <Badge tone={level === "error" ? "bad" : "warn"}>{level === "error" ? "fails" : "note"}</Badge>
      </span>
    ),
  },
  { id: "rule", header: "Rule", cell: ({ rule }) => <code className="font-mono text-xs">{rule}</code> },
  {
    id: "message",
    header: "Finding",
    className: "whitespace-normal",
    cell: ({ message, place }) =>
      formatWords(place ? `${place.file}:${place.line}:${place.column}: ${message}` : message),
  },
  {
    id: "link",
    header: <span className="sr-only">Link</span>,
    cell: ({ id, rule }) => (
      <a className={textLink} href={`#${id}`} aria-label={`Link to the finding about ${rule}`}>
        <Link2 aria-hidden className="size-4" />
      </a>
    ),
  },
];

/** A change with what it does, its evidence, and what people say of it. */
export function ReviewPage({ id }: { id: string }) {
  const trpc = useTRPC();
  const review = useQuery(trpc.reviews.get.queryOptions({ id }));
  return (
    <QueryView query={review} what="The review" list="/reviews">
      {(data) => <ReviewView review={data} />}
    </QueryView>
  );
}

function ReviewView({ review }: { review: Review }) {
  const { name, createdBy, createdAt, result } = review;
  const { counts } = result;
  const { kind } = review.question.after;
  const isOfProgram = kind === "program" || kind === "snapshot";
  const rules = heldRules(review.question.rules, isOfProgram);
  return (
    <>
      <PageHeader
        title={name}
        status={<ReviewBadges {...review} />}
        summary={`${result.program}, by ${createdBy ?? "unknown"}, ${formatDateTime(Date.parse(createdAt))}${
          counts
            ? `: ${counts.same} paths the same, ${counts.changed} changed, ${counts.added} added, ${counts.removed} removed`
            : ""
        }`}
      />
      <div className="flex flex-col gap-3 px-4 pb-6 md:px-6">
        <Panel title="Findings" bodyClassName="p-0 overflow-x-auto">
          <p className="p-3 text-ink-2">{rules.length === 0 ? "No rules." : `Rules: ${rules.join(", ")}`}</p>
          <Table
            caption="Findings"
            columns={columns}
            rows={result.findings}
            rowKey={(each) => each.id}
            empty={<EmptyState title="No findings">Nothing changes that a rule reads.</EmptyState>}
          />
        </Panel>
        <Evidence result={result} />
        {isOfProgram ? (
          <Panel title="Tests" subtitle="A packet for every path after the change, with the entries it needs">
            {result.findings.some(({ rule, level }) => rule === "readable" && level === "error") ? (
              <p className="text-ink-2">None: the program after the change cannot be read.</p>
            ) : (
              <a className={textLink} href={`/api/v1/reviews/${review.id}/tests`}>
                Download PTF test set
              </a>
            )}
          </Panel>
        ) : null}
        <VerdictPanel review={review} />
      </div>
    </>
  );
}
