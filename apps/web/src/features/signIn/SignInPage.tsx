"use client";
import { Alert, Button, Field, Input } from "@p4twin/ui";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { type FormEvent, useState } from "react";
import { safeNext } from "@/lib/signIn.ts";
import { useTRPC } from "@/lib/trpc.ts";
import { CodeForm } from "./CodeForm.tsx";
import { signInWithPassword } from "./openSession.ts";
import { ProviderButton } from "./ProviderButton.tsx";
import { SignInFrame } from "./SignInFrame.tsx";
import { signInFailure } from "./signInFailure.ts";

/** Where a session begins: with the provider of the organisation, with e-mail and password, or with a one-time link. */
export function SignInPage() {
  const params = useSearchParams();
  const next = safeNext(params.get("next"));
  const provider = useQuery(useTRPC().account.ways.queryOptions()).data?.provider ?? null;
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [step, setStep] = useState<"password" | "code">("password");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(signInFailure(params.get("error")));
  const leave = () => window.location.assign(next);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    const answer = await signInWithPassword(email, password);
    if (answer.ok && !answer.needsCode) return leave();
    if (answer.ok) setStep("code");
    else setFailure(answer.message);
    setBusy(false);
  };

  if (step === "code")
    return (
      <SignInFrame title="Sign in" lead={`Two-factor sign-in is on for ${email}.`}>
        <CodeForm onSignedIn={leave} />
      </SignInFrame>
    );
  return (
    <SignInFrame title="Sign in" lead="Predicted and observed latency of your P4 cloud.">
      {failure ? <Alert tone="bad" title={failure} /> : null}
      {provider ? (
        <>
          <ProviderButton name={provider} next={next} onFailure={setFailure} />
          <p className="flex items-center gap-3 text-xs text-ink-3 before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
            or with a password
          </p>
        </>
      ) : null}
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
        <Button type="submit" variant={provider ? "secondary" : "primary"} size="lg" busy={busy}>
          Sign in
        </Button>
        <Link href="/sign-in/reset" className="self-start text-sm text-accent hover:underline">
          Forgot your password?
        </Link>
      </form>
      <Alert title="First time here?">
        Open the one-time link that <code className="font-mono">npm start</code> printed in its terminal. It
        signs you in as the owner. <code className="font-mono">npm start -- --sign-in</code> prints a new one.
      </Alert>
    </SignInFrame>
  );
}
