"use client";
import { Badge, Button, Field, Input, Panel } from "@p4twin/ui";
import { formatDateTime } from "@p4twin/ui/format";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { FormDialog, FormGrid } from "@/lib/FormDialog.tsx";
import { SHOWN_INLINE } from "@/lib/queryClient.ts";
import { useTRPC } from "@/lib/trpc.ts";
import { useSession } from "@/shell/useSession.ts";
import type { Settable } from "./settingRows.ts";

/** Whether settings are written to a switch, and how; owners of the workspace change it. */
export function WritingPanel({ id, writing }: { id: string; writing: Settable["writing"] }) {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const isOwner = useSession().data?.role === "owner";
  const [isOpen, setOpen] = useState(false);
  const allow = useMutation(
    trpc.switches.settings.allow.mutationOptions({
      meta: SHOWN_INLINE,
      onSuccess: async () => {
        await cache.invalidateQueries({ queryKey: trpc.switches.settings.pathKey() });
        setOpen(false);
      },
    }),
  );
  return (
    <Panel
      title={
        <>
          Writing <Badge tone={writing ? "warn" : "neutral"}>{writing ? "allowed" : "off"}</Badge>
        </>
      }
      actions={
        isOwner ? (
          <>
            {writing ? (
              <Button size="sm" onClick={() => allow.mutate({ id, writing: null })}>
                Stop writing
              </Button>
            ) : null}
            <Button size="sm" onClick={() => setOpen(true)}>
              {writing ? "Change" : "Allow writing"}
            </Button>
          </>
        ) : null
      }
    >
      <p className="text-ink-2">
        {writing
          ? `Allowed ${formatDateTime(Date.parse(writing.allowedAt))}. Registers by ${
              writing.thrift ? `BMv2's Thrift at ${writing.thrift}` : "P4Runtime"
            }; entries by P4Runtime ${
              writing.electionId ? `with the election id ${writing.electionId}` : "without an election id"
            }.`
          : "P4Twin only reads this switch. An owner of the workspace can allow operators to set registers and entry parameters."}
      </p>
      {isOpen ? (
        <AllowDialog
          writing={writing}
          busy={allow.isPending}
          error={allow.error}
          onSubmit={(how) => allow.mutate({ id, writing: how })}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </Panel>
  );
}

type How = { thrift: string | null; electionId: string | null };

function AllowDialog({
  writing,
  busy,
  error,
  onSubmit,
  onClose,
}: {
  writing: Settable["writing"];
  busy: boolean;
  error: unknown;
  onSubmit: (how: How) => void;
  onClose: () => void;
}) {
  const [thrift, setThrift] = useState(writing?.thrift ?? "");
  const [electionId, setElectionId] = useState(writing?.electionId ?? "");
  return (
    <FormDialog
      title="Allow writing"
      description="Operators may then set registers and parameters of entries. Each write shows what changes, is read back, noted, and can be undone."
      action="Allow writing"
      ready
      busy={busy}
      error={error}
      failed="It was not changed"
      onSubmit={() => onSubmit({ thrift: thrift.trim() || null, electionId: electionId.trim() || null })}
      onClose={onClose}
    >
      <FormGrid>
        <Field label="Thrift of BMv2" optional hint="HOST:PORT, for registers: BMv2 takes none by P4Runtime">
          {(control) => (
            <Input
              {...control}
              value={thrift}
              placeholder="10.0.0.5:9090"
              onChange={(e) => setThrift(e.target.value)}
            />
          )}
        </Field>
        <Field
          label="Election id"
          optional
          hint="The highest id ever seen is primary: choose one below that of your controller. Left out, no stream is opened"
        >
          {(control) => (
            <Input
              {...control}
              value={electionId}
              inputMode="numeric"
              onChange={(e) => setElectionId(e.target.value)}
            />
          )}
        </Field>
      </FormGrid>
    </FormDialog>
  );
}
