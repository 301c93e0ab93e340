"use client";
import { Alert, Button, Field, Input } from "@p4twin/ui";
import { useSearchParams } from "next/navigation";
import { type FormEvent, useState } from "react";
import { safeNext } from "@/lib/signIn.ts";
import { Wordmark } from "@/shell/Wordmark.tsx";
import { linkFailure } from "./linkFailure.ts";
import { signInWithPassword } from "./signInWithPassword.ts";

/** Where a session begins: the owner's one-time link, or e-mail and password. */
export function SignInPage() {
  const params = useSearchParams();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(linkFailure(params.get("error")));

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    const answer = await signInWithPassword(email, password);
    if (answer.ok) window.location.assign(safeNext(params.get("next")));
    else {
      setFailure(answer.message);
      setBusy(false);
    }
  };

  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-sm flex-col justify-center gap-6 px-4 py-10">
      <header className="flex flex-col gap-2">
        <Wordmark />
        <h1 className="text-2xl font-semibold">Sign in</h1>
        <p className="text-ink-2">Predicted latency beside observed latency of your P4 cloud.</p>
      </header>
      <Alert title="First time here?">
        Open the one-time link that <code className="font-mono">npm start</code> printed in its terminal. It
        signs you in as the owner. <code className="font-mono">npm start -- --sign-in</code> prints a new one.
      </Alert>
      <form onSubmit={submit} className="flex flex-col gap-4" noValidate>
        <Field label="E-mail">
          {(control) => (
            <Input
              {...control}
              type="email"
              autoComplete="username"
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          )}
        </Field>
        <Field label="Password">
          {(control) => (
            <Input
              {...control}
              type="password"
              autoComplete="current-password"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </Field>
        {failure ? <Alert tone="bad" title={failure} /> : null}
        <Button type="submit" variant="primary" size="lg" busy={busy}>
          Sign in
        </Button>
      </form>
    </main>
  );
}
