"use client";
import {
  Alert,
  Button,
  Checkbox,
  CopyField,
  Dialog,
  Field,
  Input,
  SegmentedControl,
  Select,
  Textarea,
  textLink,
  toast,
} from "@p4twin/ui";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { AppLink } from "@/lib/AppLink.tsx";
import { describeError } from "@/lib/describeError.ts";
import { SHOWN_INLINE } from "@/lib/queryClient.ts";
import { useTRPC } from "@/lib/trpc.ts";
import {
  ADDRESSES,
  type Channel,
  type ChannelDraft,
  draftOf,
  emptyDraft,
  KINDS,
  NOTICES,
  readDraft,
} from "./channelDraft.ts";

const ALL = "all";

/** Makes a channel, or changes one; the secret of a new webhook is shown here and never again. */
export function ChannelDialog({
  channel,
  onClose,
}: {
  channel: Channel | "new" | null;
  onClose: () => void;
}) {
  const [secret, setSecret] = useState<string | null>(null);
  const close = () => {
    setSecret(null);
    onClose();
  };
  const known = channel === "new" ? null : channel;
  return (
    <Dialog
      open={channel !== null}
      onOpenChange={(open) => (open ? null : close())}
      title={secret ? "The secret of the webhook" : known ? `Change ${known.name}` : "Add a channel"}
      description={
        secret
          ? "It signs every message. Copy it now: it is stored encrypted and cannot be shown again."
          : "A channel hears of events: a webhook as signed JSON, a chat or PagerDuty, people by e-mail."
      }
    >
      {secret ? (
        <div className="flex flex-col gap-3">
          <CopyField label="secret" text={secret} />
          <p className="text-ink-2">
            How a receiver checks it:{" "}
            <AppLink href="/docs/12-alerts" className={textLink}>
              the documentation of alerts
            </AppLink>
            .
          </p>
          <Button variant="primary" className="self-end" onClick={close}>
            Done
          </Button>
        </div>
      ) : channel ? (
        <ChannelForm known={known} onSecret={setSecret} onClose={close} />
      ) : null}
    </Dialog>
  );
}

type FormProps = { known: Channel | null; onSecret: (secret: string) => void; onClose: () => void };

function ChannelForm({ known, onSecret, onClose }: FormProps) {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const [draft, setDraft] = useState<ChannelDraft>(known ? draftOf(known) : emptyDraft);
  const set = (change: Partial<ChannelDraft>) => setDraft((d) => ({ ...d, ...change }));
  const deployments = useQuery(trpc.deployments.list.queryOptions()).data ?? [];
  const segments = deployments.find((d) => d.id === draft.deploymentId)?.segments ?? [];
  const refresh = () => cache.invalidateQueries({ queryKey: trpc.notifications.pathKey() });
  const create = useMutation(
    trpc.notifications.channels.create.mutationOptions({
      meta: SHOWN_INLINE,
      onSuccess: async ({ secret }) => {
        await refresh();
        toast.success("Channel added");
        if (secret) onSecret(secret);
        else onClose();
      },
    }),
  );
  const update = useMutation(
    trpc.notifications.channels.update.mutationOptions({
      meta: SHOWN_INLINE,
      onSuccess: async () => {
        await refresh();
        toast.success("Channel changed");
        onClose();
      },
    }),
  );
  const read = readDraft(draft, known);
  const { kind } = draft;
  const address = kind === "email" || kind === "pagerduty" ? null : ADDRESSES[kind];
  const error = create.error ?? update.error;
  const submit = () => {
    if (!read.input) return;
    if (known) update.mutate({ id: known.id, ...read.input });
    else create.mutate(read.input);
  };
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {known ? null : (
        <SegmentedControl
          aria-label="Kind of channel"
          value={draft.kind}
          onValueChange={(kind) => set({ kind })}
          options={KINDS}
        />
      )}
      <Field label="Name">
        {(control) => (
          <Input
            {...control}
            value={draft.name}
            placeholder="Operations"
            onChange={(e) => set({ name: e.target.value })}
          />
        )}
      </Field>
      {draft.kind === "pagerduty" ? (
        <div className="grid gap-3 sm:grid-cols-[2fr_1fr]">
          <Field label="Routing key" hint="The integration key of a service, Events API v2.">
            {(control) => (
              <Input
                {...control}
                value={draft.routingKey}
                onChange={(e) => set({ routingKey: e.target.value })}
              />
            )}
          </Field>
          <Field label="Region">
            {(control) => (
              <Select
                {...control}
                value={draft.region}
                onValueChange={(region) => set({ region })}
                options={[
                  { value: "us", label: "US" },
                  { value: "eu", label: "EU" },
                ]}
              />
            )}
          </Field>
        </div>
      ) : address ? (
        <Field label="Address" hint={address.hint}>
          {(control) => (
            <Input
              {...control}
              value={draft.url}
              placeholder={address.example}
              onChange={(e) => set({ url: e.target.value })}
            />
          )}
        </Field>
      ) : (
        <Field label="Recipients" hint="One a line, or with commas between them.">
          {(control) => (
            <Textarea {...control} rows={2} value={draft.to} onChange={(e) => set({ to: e.target.value })} />
          )}
        </Field>
      )}
      <fieldset className="flex flex-col gap-1.5">
        <legend className="mb-1 text-xs font-medium text-ink-2">Send when</legend>
        {NOTICES.map(({ value, label }) => (
          <Checkbox
            key={value}
            label={label}
            checked={draft.on.includes(value)}
            onCheckedChange={(on) =>
              set({
                on: NOTICES.map((n) => n.value).filter((n) => (n === value ? on : draft.on.includes(n))),
              })
            }
          />
        ))}
        <Checkbox
          label="the same of incidents of P4Twin itself, whatever the segment"
          checked={draft.incidents}
          onCheckedChange={(incidents) => set({ incidents })}
        />
        <Checkbox
          label="the same of switches that leave their intent, whatever the segment"
          checked={draft.switches}
          onCheckedChange={(switches) => set({ switches })}
        />
      </fieldset>
      <div className="grid gap-3 sm:grid-cols-3">
        <Field label="Severity">
          {(control) => (
            <Select
              {...control}
              value={draft.minSeverity}
              onValueChange={(minSeverity) => set({ minSeverity })}
              options={[
                { value: "warning", label: "all" },
                { value: "critical", label: "critical only" },
              ]}
            />
          )}
        </Field>
        <Field label="Deployment">
          {(control) => (
            <Select
              {...control}
              value={draft.deploymentId ?? ALL}
              onValueChange={(id) => set({ deploymentId: id === ALL ? null : id, segmentId: null })}
              options={[
                { value: ALL, label: "all" },
                ...deployments.map((d) => ({ value: d.id, label: d.name })),
              ]}
            />
          )}
        </Field>
        <Field label="Segment">
          {(control) => (
            <Select
              {...control}
              disabled={segments.length === 0}
              value={draft.segmentId ?? ALL}
              onValueChange={(id) => set({ segmentId: id === ALL ? null : id })}
              options={[
                { value: ALL, label: "all" },
                ...segments.map((s) => ({ value: s.id, label: s.name })),
              ]}
            />
          )}
        </Field>
      </div>
      {error ? <Alert tone="bad" title={describeError(error).what} /> : null}
      {read.wrong && draft.name !== "" ? <p className="text-sm text-bad">{read.wrong}</p> : null}
      <div className="flex justify-end gap-2">
        <Button type="button" variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button
          type="submit"
          variant="primary"
          busy={create.isPending || update.isPending}
          disabled={!read.input}
        >
          {known ? "Change channel" : "Add channel"}
        </Button>
      </div>
    </form>
  );
}
