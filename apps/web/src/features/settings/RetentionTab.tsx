"use client";
import { Alert, Button, Panel, toast } from "@p4twin/ui";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { describeError } from "@/lib/describeError.ts";
import { QueryView } from "@/lib/QueryView.tsx";
import { SHOWN_INLINE } from "@/lib/queryClient.ts";
import { type RouterOutputs, useTRPC } from "@/lib/trpc.ts";
import { type Retention, RetentionFields } from "./RetentionFields.tsx";

type Settings = RouterOutputs["system"]["settings"];

type Filled = { [K in keyof Retention]: number };
const isFilled = (retention: Retention): retention is Filled =>
  Object.values(retention).every((days) => days !== null);

/** How long telemetry is kept; owners of the installation change it, others see it. */
export function RetentionTab({ owner }: { owner: boolean }) {
  const trpc = useTRPC();
  const settings = useQuery(trpc.system.settings.queryOptions());
  return (
    <QueryView query={settings} what="The settings">
      {(data) => <RetentionForm initial={data} owner={owner} />}
    </QueryView>
  );
}

function RetentionForm({ initial, owner }: { initial: Settings; owner: boolean }) {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const { auditRetentionDays: _audit, ...kept } = initial;
  const [retention, setRetention] = useState<Retention>(kept);
  const save = useMutation(
    trpc.system.updateSettings.mutationOptions({
      meta: SHOWN_INLINE,
      onSuccess: async () => {
        await cache.invalidateQueries({ queryKey: trpc.system.settings.queryKey() });
        toast.success("Settings stored");
      },
    }),
  );
  const days = isFilled(retention) ? retention : null;
  return (
    <Panel title="Telemetry" subtitle="of all workspaces">
      <form
        aria-label="Retention"
        className="flex max-w-md flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (days) save.mutate(days);
        }}
      >
        <RetentionFields value={retention} disabled={!owner} onChange={setRetention} />
        {save.error ? <Alert tone="bad" title={describeError(save.error).what} /> : null}
        {owner ? (
          <Button
            type="submit"
            variant="primary"
            className="self-start"
            busy={save.isPending}
            disabled={!days}
          >
            Store settings
          </Button>
        ) : (
          <p className="text-ink-3">Only owners of the installation change these.</p>
        )}
      </form>
    </Panel>
  );
}
