"use client";
import { Alert, Button, CopyField, Dialog, Field, Input, toast } from "@p4twin/ui";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { countOf } from "@/lib/countOf.ts";
import { describeError } from "@/lib/describeError.ts";
import { SHOWN_INLINE } from "@/lib/queryClient.ts";
import { type RouterOutputs, useTRPC } from "@/lib/trpc.ts";
import { QrCode } from "./QrCode.tsx";

type Props = { enrolment: RouterOutputs["account"]["twoFactor"]["begin"]; onClose: () => void };

/** The secret for the app, the code that proves it arrived, and the backup codes. */
export function TwoFactorDialog({ enrolment, onClose }: Props) {
  const trpc = useTRPC();
  const [code, setCode] = useState("");
  const confirm = useMutation(
    trpc.account.twoFactor.confirm.mutationOptions({
      meta: SHOWN_INLINE,
      onSuccess: ({ signedOut }) =>
        toast.success("Two-factor sign-in is on", {
          description:
            signedOut > 0 ? `${countOf(signedOut, "other session", "other sessions")} ended.` : undefined,
        }),
    }),
  );
  const digits = code.replaceAll(/\s/g, "");
  const ready = /^\d{6}$/.test(digits);
  const submit = () => ready && confirm.mutate({ code: digits });
  const isOn = confirm.data !== undefined;
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? null : onClose())}
      title={isOn ? "Keep your backup codes" : "Set up an authenticator app"}
      description={
        isOn
          ? "Each signs you in once when the phone is not at hand. They are not shown again."
          : "Scan the code with the app, then type the six digits that it shows."
      }
      footer={
        isOn ? (
          <Button variant="primary" onClick={onClose}>
            I have kept them
          </Button>
        ) : (
          <Button variant="primary" busy={confirm.isPending} disabled={!ready} onClick={submit}>
            Turn it on
          </Button>
        )
      }
    >
      {isOn ? (
        <div className="flex flex-col gap-3">
          <ul className="grid grid-cols-2 gap-x-6 gap-y-1 font-mono">
            {enrolment.backupCodes.map((backupCode) => (
              <li key={backupCode}>{backupCode}</li>
            ))}
          </ul>
          <CopyField label="backup codes" text={enrolment.backupCodes.join(" ")} />
        </div>
      ) : (
        <form
          className="flex flex-col gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <div className="flex flex-wrap gap-4">
            <QrCode text={enrolment.uri} label="QR code with the secret for the app" />
            <div className="flex min-w-40 grow basis-0 flex-col gap-1">
              <p className="text-xs text-ink-2">No camera? Type this key into the app:</p>
              <p className="font-mono text-sm break-all select-all">
                {enrolment.secret.replaceAll(/(.{4})/g, "$1 ").trim()}
              </p>
            </div>
          </div>
          <Field label="Code of the app">
            {(control) => (
              <Input
                {...control}
                className="max-w-40"
                inputMode="numeric"
                autoComplete="one-time-code"
                value={code}
                onChange={(event) => setCode(event.target.value)}
              />
            )}
          </Field>
          <p className="text-xs text-ink-3">Your other sessions end; this one goes on.</p>
          {confirm.error ? <Alert tone="bad" title={describeError(confirm.error).what} /> : null}
        </form>
      )}
    </Dialog>
  );
}
