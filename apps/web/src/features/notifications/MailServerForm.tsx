"use client";
import { Alert, Button, Field, Input, NumberInput, Panel, Select, toast } from "@p4twin/ui";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { describeError } from "@/lib/describeError.ts";
import { QueryView } from "@/lib/QueryView.tsx";
import { SHOWN_INLINE } from "@/lib/queryClient.ts";
import { type RouterOutputs, useTRPC } from "@/lib/trpc.ts";

type MailServer = RouterOutputs["notifications"]["mailServer"];

const SECURITY = [
  { value: "starttls", label: "STARTTLS", hint: "usual on port 587" },
  { value: "tls", label: "TLS from the start", hint: "usual on port 465" },
  { value: "none", label: "none", hint: "only inside your own network" },
] as const;

/** How mail leaves. Owners only; the stored password is never shown. */
export function MailServerForm() {
  const trpc = useTRPC();
  const server = useQuery(trpc.notifications.mailServer.queryOptions());
  return (
    <QueryView query={server} what="The mail server">
      {(data) => <Fields key={JSON.stringify(data)} initial={data} />}
    </QueryView>
  );
}

function Fields({ initial }: { initial: MailServer }) {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const [host, setHost] = useState(initial?.host ?? "");
  const [port, setPort] = useState<number | null>(initial?.port ?? 587);
  const [security, setSecurity] = useState<(typeof SECURITY)[number]["value"]>(
    initial?.security ?? "starttls",
  );
  const [user, setUser] = useState(initial?.user ?? "");
  const [password, setPassword] = useState<string | null>(null);
  const [from, setFrom] = useState(initial?.from ?? "");
  const save = useMutation(
    trpc.notifications.setMailServer.mutationOptions({
      meta: SHOWN_INLINE,
      onSuccess: async (saved) => {
        cache.setQueryData(trpc.notifications.mailServer.queryKey(), saved);
        toast.success("Mail server stored");
      },
    }),
  );
  const ready = host.trim() !== "" && port !== null && from.includes("@");
  return (
    <Panel title="Mail server" subtitle="for channels of the kind e-mail">
      <form
        aria-label="Mail server"
        className="flex max-w-xl flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (port !== null && ready)
            save.mutate({
              host: host.trim(),
              port,
              security,
              user,
              from: from.trim(),
              ...(password === null ? {} : { password }),
            });
        }}
      >
        <div className="grid gap-3 sm:grid-cols-[1fr_8rem_10rem]">
          <Field label="Host">
            {(control) => (
              <Input
                {...control}
                value={host}
                placeholder="smtp.example.org"
                onChange={(e) => setHost(e.target.value)}
              />
            )}
          </Field>
          <Field label="Port">
            {(control) => (
              <NumberInput {...control} min={1} max={65_535} value={port} onValueChange={setPort} />
            )}
          </Field>
          <Field label="Encryption">
            {(control) => (
              <Select {...control} value={security} onValueChange={setSecurity} options={SECURITY} />
            )}
          </Field>
        </div>
        <div className="grid gap-3 sm:grid-cols-2">
          <Field label="User" optional>
            {(control) => (
              <Input {...control} autoComplete="off" value={user} onChange={(e) => setUser(e.target.value)} />
            )}
          </Field>
          <Field
            label="Password"
            optional
            hint={initial?.hasPassword ? "One is stored; leave the field alone to keep it." : undefined}
          >
            {(control) => (
              <Input
                {...control}
                type="password"
                autoComplete="new-password"
                value={password ?? ""}
                placeholder={initial?.hasPassword ? "stored" : ""}
                onChange={(e) => setPassword(e.target.value)}
              />
            )}
          </Field>
        </div>
        <Field label="Sender">
          {(control) => (
            <Input
              {...control}
              type="email"
              value={from}
              placeholder="p4twin@example.org"
              onChange={(e) => setFrom(e.target.value)}
            />
          )}
        </Field>
        {save.error ? <Alert tone="bad" title={describeError(save.error).what} /> : null}
        <Button
          type="submit"
          variant="primary"
          className="self-start"
          busy={save.isPending}
          disabled={!ready}
        >
          Store mail server
        </Button>
      </form>
    </Panel>
  );
}
