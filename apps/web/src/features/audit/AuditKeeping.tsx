"use client";
import { Alert, Button, CopyField, Field, Panel, Select, toast } from "@p4twin/ui";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { countOf } from "@/lib/countOf.ts";
import { describeError } from "@/lib/describeError.ts";
import { SHOWN_INLINE } from "@/lib/queryClient.ts";
import { useTRPC } from "@/lib/trpc.ts";

const EVER = "ever";
const YEARS = [1, 2, 5, 10];
const KEPT = [
  { value: EVER, label: "without limit" },
  ...YEARS.map((years) => ({ value: String(years * 365), label: countOf(years, "year") })),
];

/** How long entries are kept, and the proof that nobody changed one. */
export function AuditKeeping() {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const settings = useQuery(trpc.system.settings.queryOptions());
  const save = useMutation(
    trpc.system.updateSettings.mutationOptions({
      meta: SHOWN_INLINE,
      onSuccess: async () => {
        await cache.invalidateQueries({ queryKey: trpc.system.settings.queryKey() });
        toast.success("Settings stored");
      },
    }),
  );
  const proof = useQuery(trpc.audit.verify.queryOptions({}, { enabled: false, staleTime: 0, gcTime: 0 }));
  const days = settings.data?.auditRetentionDays ?? null;
  const known = days === null ? EVER : String(days);
  return (
    <Panel title="Keeping and proof" subtitle="the database refuses to change an entry or to take one away">
      <div className="flex flex-col gap-3">
        <Field label="Entries are kept" hint="Older ones leave once an hour; an entry says up to which.">
          {(control) => (
            <Select
              {...control}
              className="w-40"
              value={known}
              disabled={!settings.data || save.isPending}
              onValueChange={(next) =>
                save.mutate({ auditRetentionDays: next === EVER ? null : Number(next) })
              }
              options={
                KEPT.some((k) => k.value === known)
                  ? KEPT
                  : [...KEPT, { value: known, label: `${known} days` }]
              }
            />
          )}
        </Field>
        {save.error ? <Alert tone="bad" title={describeError(save.error).what} /> : null}
        <div className="flex flex-wrap items-center gap-2">
          <Button busy={proof.isFetching} onClick={() => void proof.refetch()}>
            Check the chain
          </Button>
          <span className="text-ink-3">
            Each entry carries the hash of the one before: a change made past P4Twin breaks the chain.
          </span>
        </div>
        {proof.error ? <Alert tone="bad" title={describeError(proof.error).what} /> : null}
        {proof.data?.problem ? (
          <Alert tone="bad" title="The chain is broken">
            {proof.data.problem.message}
          </Alert>
        ) : null}
        {proof.data?.ok && proof.data.head ? (
          <Alert
            tone="ok"
            title={`All ${countOf(proof.data.entries, "entry", "entries")} are as they were written`}
          >
            <p>
              Note this head outside of P4Twin; with it, entries that are missing at the end are noticed too.
            </p>
            <CopyField label="head" text={`${proof.data.head.seq} ${proof.data.head.hash}`} />
          </Alert>
        ) : null}
      </div>
    </Panel>
  );
}
