"use client";
import { Alert, Button, CopyField, Dialog, Field, Input, Select } from "@p4twin/ui";
import { formatDateTime } from "@p4twin/ui/format";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { describeError } from "@/lib/describeError.ts";
import { SHOWN_INLINE } from "@/lib/queryClient.ts";
import { useTRPC } from "@/lib/trpc.ts";
import { ROLE_OPTIONS, type Role } from "./roleOptions.ts";

/** Makes an account and its one-time sign-in link; P4Twin sends no mail. */
export function InviteDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<Role>("viewer");
  const invite = useMutation(
    trpc.users.invite.mutationOptions({
      meta: SHOWN_INLINE,
      onSuccess: () => cache.invalidateQueries({ queryKey: trpc.users.list.queryKey() }),
    }),
  );
  const close = () => {
    invite.reset();
    setName("");
    setEmail("");
    onClose();
  };
  const ready = name.trim() !== "" && email.includes("@");
  const submit = () => invite.mutate({ name: name.trim(), email: email.trim(), role });
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? null : close())}
      title="Invite somebody"
      description="Makes the account and a sign-in link that you hand over; P4Twin sends no mail."
      footer={
        invite.data ? (
          <Button variant="primary" onClick={close}>
            Done
          </Button>
        ) : (
          <Button variant="primary" busy={invite.isPending} disabled={!ready} onClick={submit}>
            Make invitation
          </Button>
        )
      }
    >
      {invite.data ? (
        <div className="flex flex-col gap-2">
          <CopyField label="link" text={invite.data.link.url} />
          <p className="text-ink-2">
            Signs {invite.data.user.name} in once, until{" "}
            {formatDateTime(Date.parse(invite.data.link.expiresAt))}. Copy it now: it is not shown again.
          </p>
        </div>
      ) : (
        <form
          className="flex flex-col gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            if (ready) submit();
          }}
        >
          <Field label="Name">
            {(control) => <Input {...control} value={name} onChange={(e) => setName(e.target.value)} />}
          </Field>
          <Field label="Email">
            {(control) => (
              <Input {...control} type="email" value={email} onChange={(e) => setEmail(e.target.value)} />
            )}
          </Field>
          <Field label="Role">
            {(control) => <Select {...control} value={role} onValueChange={setRole} options={ROLE_OPTIONS} />}
          </Field>
          {invite.error ? <Alert tone="bad" title={describeError(invite.error).what} /> : null}
          {/* Enter submits */}
          <button type="submit" hidden />
        </form>
      )}
    </Dialog>
  );
}
