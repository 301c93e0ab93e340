"use client";
import { Alert, Badge, Button, EmptyState, Panel, Switch, toast } from "@p4twin/ui";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { BellPlus, Mail, Plus, Send, Webhook } from "lucide-react";
import { useState } from "react";
import { countOf } from "@/lib/countOf.ts";
import { describeError } from "@/lib/describeError.ts";
import { QueryView } from "@/lib/QueryView.tsx";
import { SHOWN_INLINE } from "@/lib/queryClient.ts";
import { useTRPC } from "@/lib/trpc.ts";
import { useRemoval } from "@/lib/useRemoval.ts";
import { ChannelDialog } from "./ChannelDialog.tsx";
import { type Channel, NOTICES, targetWords } from "./channelDraft.ts";
import { SecretDialog } from "./SecretDialog.tsx";

/** What a channel hears of, in one line. */
function filterWords({ minSeverity, on, scopes }: Channel["filter"]): string {
  const when = NOTICES.filter((n) => on.includes(n.value)).map((n) => n.label);
  const where = scopes.length === 0 ? "all segments" : `${countOf(scopes.length, "chosen place")}`;
  return `${minSeverity === "critical" ? "critical events" : "all events"} of ${where}, when ${when.join(", ")}`;
}

/** Webhooks and e-mail that hear of events; owners change and test them. */
export function ChannelsPanel({ owner }: { owner: boolean }) {
  const trpc = useTRPC();
  const channels = useQuery(trpc.notifications.channels.list.queryOptions());
  const [editing, setEditing] = useState<Channel | "new" | null>(null);
  const add = owner ? (
    <Button size="sm" icon={<Plus aria-hidden />} onClick={() => setEditing("new")}>
      Add channel
    </Button>
  ) : null;
  return (
    <>
      <QueryView query={channels} what="The channels">
        {(list) => (
          <Panel title="Channels" subtitle="who receives events" actions={add} bodyClassName="p-0">
            {list.length === 0 ? (
              <EmptyState icon={<BellPlus aria-hidden />} title="No channels yet">
                {owner
                  ? "Add a webhook for a chat or paging system, or an e-mail for people."
                  : "An owner adds webhooks and e-mail."}
              </EmptyState>
            ) : (
              <ul aria-label="Channels" className="divide-y divide-line">
                {list.map((channel) => (
                  <ChannelRow
                    key={channel.id}
                    channel={channel}
                    owner={owner}
                    onEdit={() => setEditing(channel)}
                  />
                ))}
              </ul>
            )}
          </Panel>
        )}
      </QueryView>
      <ChannelDialog channel={editing} onClose={() => setEditing(null)} />
    </>
  );
}

type RowProps = { channel: Channel; owner: boolean; onEdit: () => void };

function ChannelRow({ channel, owner, onEdit }: RowProps) {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const [renewing, setRenewing] = useState(false);
  const listKey = trpc.notifications.pathKey();
  const refresh = () => cache.invalidateQueries({ queryKey: listKey });
  const { id, name, target, filter, enabled } = channel;
  const update = useMutation(trpc.notifications.channels.update.mutationOptions({ onSuccess: refresh }));
  const test = useMutation(
    trpc.notifications.channels.test.mutationOptions({ meta: SHOWN_INLINE, onSuccess: refresh }),
  );
  const remove = useMutation(trpc.notifications.channels.remove.mutationOptions());
  const restore = useMutation(trpc.notifications.channels.restore.mutationOptions());
  const removal = useRemoval({
    remove: (channelId) => remove.mutateAsync({ id: channelId }),
    restore: (channelId) => restore.mutateAsync({ id: channelId }),
    listKey,
  });
  return (
    <li className="flex flex-col gap-2 px-3 py-2.5">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2 font-medium">
            {target.kind !== "email" ? (
              <Webhook aria-hidden className="size-4 text-ink-3" />
            ) : (
              <Mail aria-hidden className="size-4 text-ink-3" />
            )}
            {name}
            {enabled ? null : <Badge>off</Badge>}
          </p>
          <p className="break-all text-xs text-ink-2">{targetWords(target)}</p>
          <p className="text-xs text-ink-3">{filterWords(filter)}</p>
        </div>
        {owner ? (
          <div className="flex flex-wrap items-center gap-2">
            <Switch
              aria-label={`Send to ${name}`}
              checked={enabled}
              onCheckedChange={(on) => update.mutate({ id, enabled: on })}
            />
            <Button
              size="sm"
              icon={<Send aria-hidden />}
              busy={test.isPending}
              aria-label={`Send a test message to ${name}`}
              onClick={() => test.mutate({ id })}
            >
              Send test
            </Button>
            <Button size="sm" aria-label={`Change ${name}`} onClick={onEdit}>
              Change
            </Button>
            {target.kind === "webhook" ? (
              <Button size="sm" aria-label={`New secret for ${name}`} onClick={() => setRenewing(true)}>
                New secret
              </Button>
            ) : null}
            <Button
              size="sm"
              variant="danger"
              aria-label={`Remove ${name}`}
              onClick={() => void removal(id, name).catch(() => toast.error(`${name} could not be removed`))}
            >
              Remove
            </Button>
          </div>
        ) : null}
      </div>
      {test.error ? <Alert tone="bad" title={describeError(test.error).what} /> : null}
      {test.data ? (
        <Alert
          tone={test.data.ok ? "ok" : "bad"}
          title={test.data.ok ? "The test message was taken" : "The test message was not taken"}
        >
          <span className="break-words">{test.data.answer}</span>
        </Alert>
      ) : null}
      <SecretDialog channel={renewing ? channel : null} onClose={() => setRenewing(false)} />
    </li>
  );
}
