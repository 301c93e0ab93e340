"use client";
import { Alert, Button, Field, Input, SkeletonRows } from "@p4twin/ui";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { type FormEvent, type ReactNode, useState } from "react";
import { MIN_PASSWORD_CHARS, NewPasswordFields, passwordReady } from "@/lib/NewPasswordFields.tsx";
import { useTRPC } from "@/lib/trpc.ts";
import { authCall } from "./authCall.ts";
import { SignInFrame } from "./SignInFrame.tsx";

/** A forgotten password: without a token a mail is asked for, with the token of that mail a new password is set. */
export function ResetPage() {
  const token = useSearchParams().get("token");
  return token ? <SetPassword token={token} /> : <AskForMail />;
}

function Back({ children }: { children: ReactNode }) {
  return (
    <Link href="/sign-in" className="self-start text-sm text-accent hover:underline">
      {children}
    </Link>
  );
}

function AskForMail() {
  const ways = useQuery(useTRPC().account.ways.queryOptions());
  const [email, setEmail] = useState("");
  const [busy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<Awaited<ReturnType<typeof authCall>> | null>(null);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    const refusals = { 400: "Enter a complete e-mail address." };
    setAnswer(await authCall("/request-password-reset", { email: email.trim() }, { refusals }));
    setBusy(false);
  };
  return (
    <SignInFrame title="Forgotten password" lead="A one-time link lets you in again.">
      {ways.isPending ? <SkeletonRows rows={2} /> : null}
      {ways.data?.resetByMail === false ? (
        <Alert title="This P4Twin sends no mail">
          Ask an owner for a one-time sign-in link (Settings, People, Invite somebody, with your address). On
          the server, <code className="font-mono">npm start -- --sign-in</code> prints one for the owner.
        </Alert>
      ) : null}
      {ways.data?.resetByMail && !answer?.ok ? (
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
          {answer ? <Alert tone="bad" title={answer.message} /> : null}
          <Button type="submit" variant="primary" size="lg" busy={busy} disabled={email.trim() === ""}>
            Send the link
          </Button>
        </form>
      ) : null}
      {answer?.ok ? (
        <Alert tone="ok" title={`If ${email.trim()} has an account here, a mail is on its way`}>
          Its link works once, for one hour. No mail after some minutes? Look among the unwanted, or ask an
          owner for a one-time link.
        </Alert>
      ) : null}
      <Back>Back to sign-in</Back>
    </SignInFrame>
  );
}

const REFUSALS: Readonly<Record<string, string>> = {
  INVALID_TOKEN: "This link was already used, or is older than an hour. Ask for another mail.",
  PASSWORD_TOO_SHORT: `Use at least ${MIN_PASSWORD_CHARS} characters.`,
};

function SetPassword({ token }: { token: string }) {
  const [password, setPassword] = useState("");
  const [again, setAgain] = useState("");
  const [busy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<Awaited<ReturnType<typeof authCall>> | null>(null);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!passwordReady(password, again)) return;
    setBusy(true);
    setAnswer(await authCall("/reset-password", { newPassword: password, token }, { refusals: REFUSALS }));
    setBusy(false);
  };
  return (
    <SignInFrame title="New password" lead="It replaces the old one, and ends all of your sessions.">
      {answer?.ok ? (
        <>
          <Alert tone="ok" title="Password set" />
          <Back>Sign in with it</Back>
        </>
      ) : (
        <form onSubmit={submit} className="flex flex-col gap-4" noValidate>
          <NewPasswordFields password={password} again={again} onPassword={setPassword} onAgain={setAgain} />
          {answer ? <Alert tone="bad" title={answer.message} /> : null}
          <Button
            type="submit"
            variant="primary"
            size="lg"
            busy={busy}
            disabled={!passwordReady(password, again)}
          >
            Set password
          </Button>
          <Back>Back to sign-in</Back>
        </form>
      )}
    </SignInFrame>
  );
}
