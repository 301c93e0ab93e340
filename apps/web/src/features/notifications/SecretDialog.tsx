"use client";
import { Alert, Button, CopyField, Dialog } from "@p4twin/ui";
import { useMutation } from "@tanstack/react-query";
import { describeError } from "@/lib/describeError.ts";
import { SHOWN_INLINE } from "@/lib/queryClient.ts";
import { useTRPC } from "@/lib/trpc.ts";
import type { Channel } from "./channelDraft.ts";

/** A new secret for a webhook, shown once. */
export function SecretDialog({ channel, onClose }: { channel: Channel | null; onClose: () => void }) {
  const trpc = useTRPC();
  const renew = useMutation(trpc.notifications.channels.newSecret.mutationOptions({ meta: SHOWN_INLINE }));
  const close = () => {
    renew.reset();
    onClose();
  };
  const secret = renew.data?.secret;
  return (
    <Dialog
      open={channel !== null}
      onOpenChange={(open) => (open ? null : close())}
      title={`New secret for ${channel?.name ?? "the webhook"}`}
      description={
        secret
          ? "Copy it now: it is stored encrypted and cannot be shown again."
          : "The old secret signs nothing more from then on: give the new one to the receiver at once."
      }
      footer={
        secret ? (
          <Button variant="primary" onClick={close}>
            Done
          </Button>
        ) : (
          <Button
            variant="primary"
            busy={renew.isPending}
            onClick={() => channel && renew.mutate({ id: channel.id })}
          >
            Make new secret
          </Button>
        )
      }
    >
      {secret ? <CopyField label="secret" text={secret} /> : null}
      {renew.error ? <Alert tone="bad" title={describeError(renew.error).what} /> : null}
    </Dialog>
  );
}
