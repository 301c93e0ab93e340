"use client";
import { Alert, Button, Panel, toast } from "@p4twin/ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { countOf } from "@/lib/countOf.ts";
import { describeError } from "@/lib/describeError.ts";
import { SHOWN_INLINE } from "@/lib/queryClient.ts";
import { type RouterOutputs, useTRPC } from "@/lib/trpc.ts";
import { CurrentPassword, isProved } from "./CurrentPassword.tsx";
import { TwoFactorDialog } from "./TwoFactorDialog.tsx";

type Props = { me: NonNullable<RouterOutputs["users"]["me"]>; account: RouterOutputs["account"]["get"] };

/** Turns two-factor sign-in on and off. */
export function TwoFactorPanel({ me, account }: Props) {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const [current, setCurrent] = useState("");
  const refresh = () => cache.invalidateQueries({ queryKey: trpc.account.pathKey() });
  const begin = useMutation(
    trpc.account.twoFactor.begin.mutationOptions({ meta: SHOWN_INLINE, onSuccess: () => setCurrent("") }),
  );
  const turnOff = useMutation(
    trpc.account.twoFactor.turnOff.mutationOptions({
      meta: SHOWN_INLINE,
      onSuccess: async () => {
        setCurrent("");
        toast.success("Two-factor sign-in is off");
        await refresh();
      },
    }),
  );
  const step = account.twoFactor ? turnOff : begin;
  const ready = isProved(account, current);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ready) step.mutate({ currentPassword: current || undefined });
  };
  const left = account.backupCodesLeft ?? 0;
  return (
    <Panel title="Two-factor sign-in" subtitle={account.twoFactor ? "is on" : "off"}>
      <form aria-label="Two-factor sign-in" className="flex max-w-sm flex-col gap-3" onSubmit={submit}>
        <input type="email" name="username" autoComplete="username" value={me.email} readOnly hidden />
        {account.twoFactor ? (
          <p className={left < 3 ? "text-warn" : "text-ink-2"}>
            {countOf(left, "backup code", "backup codes")} left. Turn it off and on again for new ones.
          </p>
        ) : (
          <p className="text-ink-2">
            Signing in asks for a code of an app on your phone besides the password.
          </p>
        )}
        <CurrentPassword account={account} value={current} onChange={setCurrent} />
        {step.error ? <Alert tone="bad" title={describeError(step.error).what} /> : null}
        {account.needsFreshLink ? null : (
          <Button
            type="submit"
            variant={account.twoFactor ? "danger" : "secondary"}
            className="self-start"
            busy={step.isPending}
            disabled={!ready}
          >
            {account.twoFactor ? "Turn it off" : "Set up an app"}
          </Button>
        )}
      </form>
      {begin.data ? (
        <TwoFactorDialog
          enrolment={begin.data}
          onClose={() => {
            begin.reset();
            void refresh();
          }}
        />
      ) : null}
    </Panel>
  );
}
