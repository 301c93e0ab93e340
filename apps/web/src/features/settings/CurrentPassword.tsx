"use client";
import { Alert, Field, Input } from "@p4twin/ui";
import type { RouterOutputs } from "@/lib/trpc.ts";

type Props = {
  account: RouterOutputs["account"]["get"];
  value: string;
  onChange: (value: string) => void;
};

/** What proves that it is you: the present password; where none is set, a sign-in by link a short while ago. */
export function CurrentPassword({ account, value, onChange }: Props) {
  if (account.needsFreshLink)
    return (
      <Alert tone="warn" title="Sign in by a fresh one-time link first">
        No password is set, and this session is older than 15 minutes. Ask an owner for a link; on the server,{" "}
        <code className="font-mono">npm start -- --sign-in</code> prints one.
      </Alert>
    );
  if (!account.hasPassword) return null;
  return (
    <Field label="Present password">
      {(control) => (
        <Input
          {...control}
          type="password"
          autoComplete="current-password"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

/** The form may be sent: what proves it is there. */
export const isProved = (account: Props["account"], current: string): boolean =>
  account.hasPassword ? current !== "" : !account.needsFreshLink;
