"use client";
import { Alert, Button, Field, Input, Panel, toast } from "@p4twin/ui";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { describeError } from "@/lib/describeError.ts";
import { SHOWN_INLINE } from "@/lib/queryClient.ts";
import { type RouterOutputs, useTRPC } from "@/lib/trpc.ts";

const ROLES = {
  viewer: "sees everything and changes nothing",
  operator: "changes programs, clouds, chains, deployments and reports",
  owner: "also manages people and settings",
} as const;

/** As the API demands. */
const MIN_PASSWORD_CHARS = 10;

/** Who you are, and your password. */
export function AccountTab({ me }: { me: NonNullable<RouterOutputs["users"]["me"]> }) {
  const trpc = useTRPC();
  const [password, setPassword] = useState("");
  const [again, setAgain] = useState("");
  const save = useMutation(
    trpc.users.setPassword.mutationOptions({
      meta: SHOWN_INLINE,
      onSuccess: () => {
        setPassword("");
        setAgain("");
        toast.success("Password set");
      },
    }),
  );
  const short = password !== "" && password.length < MIN_PASSWORD_CHARS;
  const differs = again !== "" && again !== password;
  const facts = [
    ["Name", me.name],
    ["Email", me.email],
    ["Role", `${me.role}: ${ROLES[me.role]}`],
  ] as const;
  return (
    <div className="flex flex-col gap-3">
      <Panel title="Account">
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1">
          {facts.map(([term, value]) => (
            <div key={term} className="contents">
              <dt className="text-ink-3">{term}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </Panel>
      <Panel title="Password" subtitle="sign in with it when no sign-in link is at hand">
        <form
          aria-label="Password"
          className="flex max-w-sm flex-col gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            if (password.length >= MIN_PASSWORD_CHARS && password === again) save.mutate({ password });
          }}
        >
          {/* lets password managers know whose password it is */}
          <input type="email" name="username" autoComplete="username" value={me.email} readOnly hidden />
          <Field
            label="New password"
            error={short ? `Use at least ${MIN_PASSWORD_CHARS} characters.` : undefined}
          >
            {(control) => (
              <Input
                {...control}
                type="password"
                autoComplete="new-password"
                value={password}
                onChange={(e) => setPassword(e.target.value)}
              />
            )}
          </Field>
          <Field label="Once more" error={differs ? "The two differ." : undefined}>
            {(control) => (
              <Input
                {...control}
                type="password"
                autoComplete="new-password"
                value={again}
                onChange={(e) => setAgain(e.target.value)}
              />
            )}
          </Field>
          {save.error ? <Alert tone="bad" title={describeError(save.error).what} /> : null}
          <Button
            type="submit"
            variant="primary"
            className="self-start"
            busy={save.isPending}
            disabled={password.length < MIN_PASSWORD_CHARS || password !== again}
          >
            Set password
          </Button>
        </form>
      </Panel>
    </div>
  );
}
