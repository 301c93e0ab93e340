"use client";
import {
  Alert,
  Badge,
  type BadgeTone,
  Button,
  CopyField,
  Dialog,
  Field,
  Panel,
  Select,
  Table,
  toast,
} from "@p4twin/ui";
import { formatDateTime, formatRelativeTime } from "@p4twin/ui/format";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Share2 } from "lucide-react";
import { useState } from "react";
import { describeError } from "@/lib/describeError.ts";
import { SHOWN_INLINE } from "@/lib/queryClient.ts";
import { type RouterOutputs, useTRPC } from "@/lib/trpc.ts";

type Link = RouterOutputs["reports"]["get"]["links"][number];

const TONES: Record<Link["state"], BadgeTone> = { valid: "ok", expired: "neutral", revoked: "bad" };
const EXPIRIES = [
  { value: "1", label: "1 hour" },
  { value: "24", label: "1 day" },
  { value: "168", label: "7 days" },
  { value: "720", label: "30 days" },
] as const;
type Expiry = (typeof EXPIRIES)[number]["value"];

/** Makes a link that opens a report without an account; its token is shown this once. */
export function ShareDialog({
  reportId,
  open,
  onClose,
}: {
  reportId: string;
  open: boolean;
  onClose: () => void;
}) {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const [hours, setHours] = useState<Expiry>("168");
  const share = useMutation(
    trpc.reports.share.mutationOptions({
      meta: SHOWN_INLINE,
      onSuccess: () => cache.invalidateQueries({ queryKey: trpc.reports.pathKey() }),
    }),
  );
  const close = () => {
    share.reset();
    onClose();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? null : close())}
      title="Share this report"
      description="Whoever has the link can read this report, and nothing else, without an account."
      footer={
        share.data ? (
          <Button variant="primary" onClick={close}>
            Done
          </Button>
        ) : (
          <Button
            variant="primary"
            busy={share.isPending}
            onClick={() => share.mutate({ id: reportId, expiresInHours: Number(hours) })}
          >
            Make link
          </Button>
        )
      }
    >
      {share.data ? (
        <div className="flex flex-col gap-2">
          <CopyField label="link" text={`${window.location.origin}${share.data.path}`} />
          <p className="text-ink-2">
            Valid until {formatDateTime(Date.parse(share.data.link.expiresAt))}. Copy it now: only its hash is
            stored, so it cannot be shown again.
          </p>
        </div>
      ) : (
        <div className="flex flex-col gap-3">
          <Field label="Valid for">
            {(control) => <Select {...control} value={hours} onValueChange={setHours} options={EXPIRIES} />}
          </Field>
          {share.error ? <Alert tone="bad" title={describeError(share.error).what} /> : null}
        </div>
      )}
    </Dialog>
  );
}

/** The links of a report: until when, last use, revoke. */
export function ShareLinks({
  links,
  mayChange,
  onShare,
}: {
  links: readonly Link[];
  mayChange: boolean;
  onShare: () => void;
}) {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const revoke = useMutation(
    trpc.reports.revoke.mutationOptions({
      onSuccess: async () => {
        await cache.invalidateQueries({ queryKey: trpc.reports.pathKey() });
        toast.success("Revoked: the link opens nothing from now on");
      },
    }),
  );
  const at = (instant: string) => formatDateTime(Date.parse(instant));
  return (
    <Panel
      title="Links"
      subtitle="each opens the report without an account"
      className="mx-auto w-full max-w-[46rem] print:hidden"
      bodyClassName={links.length === 0 ? undefined : "p-0 overflow-x-auto"}
      actions={
        mayChange ? (
          <Button size="sm" icon={<Share2 aria-hidden />} onClick={onShare}>
            Share
          </Button>
        ) : null
      }
    >
      {links.length === 0 ? (
        <p className="text-ink-3">Not shared yet.</p>
      ) : (
        <Table
          caption="Links of this report"
          rows={links}
          rowKey={(l) => l.id}
          columns={[
            { id: "state", header: "State", cell: (l) => <Badge tone={TONES[l.state]}>{l.state}</Badge> },
            { id: "made", header: "Made", cell: (l) => at(l.createdAt) },
            { id: "until", header: "Until", cell: (l) => at(l.revokedAt ?? l.expiresAt) },
            {
              id: "used",
              header: "Last used",
              cell: (l) =>
                l.lastUsedAt === null ? "never" : formatRelativeTime(Date.parse(l.lastUsedAt), Date.now()),
            },
            {
              id: "revoke",
              header: <span className="sr-only">Revoke</span>,
              cell: (l) =>
                mayChange && l.state === "valid" ? (
                  <Button
                    size="sm"
                    variant="danger"
                    busy={revoke.isPending && revoke.variables.linkId === l.id}
                    onClick={() => revoke.mutate({ linkId: l.id })}
                  >
                    Revoke
                  </Button>
                ) : null,
            },
          ]}
        />
      )}
    </Panel>
  );
}
