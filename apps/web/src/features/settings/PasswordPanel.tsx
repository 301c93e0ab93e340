"use client";
import { Alert, Button, Panel, toast } from "@p4twin/ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { countOf } from "@/lib/countOf.ts";
import { describeError } from "@/lib/describeError.ts";
import { NewPasswordFields, passwordReady } from "@/lib/NewPasswordFields.tsx";
import { SHOWN_INLINE } from "@/lib/queryClient.ts";
import { type RouterOutputs, useTRPC } from "@/lib/trpc.ts";
import { CurrentPassword, isProved } from "./CurrentPassword.tsx";

type Props = { me: NonNullable<RouterOutputs["users"]["me"]>; account: RouterOutputs["account"]["get"] };

/** Sets or changes the password. */
export function PasswordPanel({ me, account }: Props) {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const [current, setCurrent] = useState("");
  const [password, setPassword] = useState("");
  const [again, setAgain] = useState("");
  const save = useMutation(
    trpc.account.setPassword.mutationOptions({
      meta: SHOWN_INLINE,
      onSuccess: async ({ signedOut }) => {
        setCurrent("");
        setPassword("");
        setAgain("");
        toast.success("Password set", {
          description:
            signedOut > 0 ? `${countOf(signedOut, "other session", "other sessions")} ended.` : undefined,
        });
        await cache.invalidateQueries({ queryKey: trpc.account.pathKey() });
      },
    }),
  );
  const ready = passwordReady(password, again) && isProved(account, current);
  return (
    <Panel
      title="Password"
      subtitle={account.hasPassword ? "is set" : "not set: you sign in by one-time links"}
    >
      <form
        aria-label="Password"
        className="flex max-w-sm flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (ready) save.mutate({ password, currentPassword: current || undefined });
        }}
      >
        {/* lets password managers know whose password it is */}
        <input type="email" name="username" autoComplete="username" value={me.email} readOnly hidden />
        <CurrentPassword account={account} value={current} onChange={setCurrent} />
        {account.needsFreshLink ? null : (
          <>
            <NewPasswordFields
              password={password}
              again={again}
              onPassword={setPassword}
              onAgain={setAgain}
            />
            <p className="text-xs text-ink-3">Your other sessions end; this one goes on.</p>
            {save.error ? <Alert tone="bad" title={describeError(save.error).what} /> : null}
            <Button
              type="submit"
              variant="primary"
              className="self-start"
              busy={save.isPending}
              disabled={!ready}
            >
              {account.hasPassword ? "Change password" : "Set password"}
            </Button>
          </>
        )}
      </form>
    </Panel>
  );
}
