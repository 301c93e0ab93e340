"use client";
import { Alert, Button, Field, Input } from "@p4twin/ui";
import { type FormEvent, useState } from "react";
import { signInWithCode } from "./openSession.ts";

/** The second step of a sign-in: the code of the authenticator app. */
export function CodeForm({ onSignedIn }: { onSignedIn: () => void }) {
  const [code, setCode] = useState("");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (code.trim() === "") return;
    setBusy(true);
    const answer = await signInWithCode(code);
    if (answer.ok) return onSignedIn();
    setFailure(answer.message);
    setBusy(false);
  };
  return (
    <form aria-label="Code" onSubmit={submit} className="flex flex-col gap-4">
      <Field label="Code of the app" hint="Six digits. Without the phone: one of your backup codes.">
        {(control) => (
          <Input
            {...control}
            // the person came here to type exactly this
            autoFocus
            autoComplete="one-time-code"
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        )}
      </Field>
      {failure ? <Alert tone="bad" title={failure} /> : null}
      <Button type="submit" variant="primary" size="lg" busy={busy}>
        Sign in
      </Button>
    </form>
  );
}
