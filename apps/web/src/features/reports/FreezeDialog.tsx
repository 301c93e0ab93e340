"use client";
import { Alert, Button, Dialog, Field, Input, SegmentedControl, Select, SkeletonRows } from "@p4twin/ui";
import { formatDateTime } from "@p4twin/ui/format";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { describeError } from "@/lib/describeError.ts";
import { SHOWN_INLINE } from "@/lib/queryClient.ts";
import { useTRPC } from "@/lib/trpc.ts";

const SPANS = [
  { value: "900", label: "the last 15 minutes" },
  { value: "3600", label: "the last hour" },
  { value: "21600", label: "the last 6 hours" },
  { value: "86400", label: "the last 24 hours" },
] as const;
type Span = (typeof SPANS)[number]["value"];
const KINDS = [
  { value: "twin", label: "A twin" },
  { value: "placement", label: "A placement" },
] as const;
type Kind = (typeof KINDS)[number]["value"];

export type FreezeDialogProps = {
  open: boolean;
  onClose: () => void;
  initial: { kind: Kind; id: string | null };
};

/** Chooses what to freeze: a twin over a range, or the answer of an engine. */
export function FreezeDialog({ open, onClose, initial }: FreezeDialogProps) {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const router = useRouter();
  const [kind, setKind] = useState<Kind>(initial.kind);
  const [chosen, setChosen] = useState<string | null>(initial.id);
  const [span, setSpan] = useState<Span>("900");
  const [title, setTitle] = useState("");
  const deployments = useQuery(trpc.deployments.list.queryOptions(undefined, { enabled: open }));
  const placements = useQuery(trpc.placements.list.queryOptions({ limit: 200 }, { enabled: open }));
  const freeze = useMutation(
    trpc.reports.freeze.mutationOptions({
      meta: SHOWN_INLINE,
      onSuccess: async (report) => {
        await cache.invalidateQueries({ queryKey: trpc.reports.list.queryKey() });
        router.push(`/reports/${report.id}`);
      },
    }),
  );
  const options =
    kind === "twin"
      ? (deployments.data ?? []).map((d) => ({ value: d.id, label: d.name }))
      : (placements.data ?? [])
          .filter((p) => p.answer !== null)
          .map((p) => ({
            value: p.id,
            label: `${p.scenarioName ?? "Problem"}, ${p.engine}: ${p.answer}`,
            hint: formatDateTime(Date.parse(p.createdAt)),
          }));
  const picked = options.find((o) => o.value === chosen) ?? options[0];
  const wanted =
    title.trim() || (picked ? `${kind === "twin" ? "Twin of" : "Placement of"} ${picked.label}` : "");
  const submit = () => {
    if (!picked) return;
    const to = new Date();
    const from = new Date(to.getTime() - Number(span) * 1000);
    freeze.mutate({
      title: wanted,
      refs:
        kind === "twin"
          ? { kind, deploymentId: picked.value, from: from.toISOString(), to: to.toISOString() }
          : { kind, placementId: picked.value },
    });
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? null : onClose())}
      title="Freeze a report"
      description="A copy of the answer with all of its data: it shows the same numbers next year, whatever changes."
      footer={
        <Button variant="primary" busy={freeze.isPending} disabled={!picked} onClick={submit}>
          Freeze report
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <SegmentedControl
          aria-label="What to freeze"
          value={kind}
          onValueChange={(next) => {
            setKind(next);
            setChosen(null);
          }}
          options={KINDS}
        />
        {(kind === "twin" ? deployments : placements).isPending ? (
          <SkeletonRows rows={2} />
        ) : options.length === 0 ? (
          <Alert
            tone="info"
            title={kind === "twin" ? "No deployment is bound yet" : "No placement has an answer yet"}
          >
            {kind === "twin" ? "Bind segments first." : "Place the chains of a scenario first."}
          </Alert>
        ) : (
          <Field label={kind === "twin" ? "Deployment" : "Placement"}>
            {(control) => (
              <Select {...control} value={picked?.value} onValueChange={setChosen} options={options} />
            )}
          </Field>
        )}
        {kind === "twin" ? (
          <Field label="Range" hint="Other ranges: choose them on the twin, then freeze there.">
            {(control) => <Select {...control} value={span} onValueChange={setSpan} options={SPANS} />}
          </Field>
        ) : null}
        <Field label="Title" optional>
          {(control) => (
            <Input
              {...control}
              value={title}
              placeholder={wanted}
              onChange={(e) => setTitle(e.target.value)}
            />
          )}
        </Field>
        {freeze.error ? <Alert tone="bad" title={describeError(freeze.error).what} /> : null}
      </div>
    </Dialog>
  );
}
