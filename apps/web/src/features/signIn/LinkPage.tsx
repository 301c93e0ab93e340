"use client";
import { Alert, Button } from "@p4twin/ui";
import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { CodeForm } from "./CodeForm.tsx";
import { signInWithLink } from "./openSession.ts";
import { SignInFrame } from "./SignInFrame.tsx";

/** Behind a one-time link: the button uses it up, not the opening, so that previews and link scanners burn nothing. */
export function LinkPage() {
  const token = useSearchParams().get("token") ?? "";
  const [step, setStep] = useState<"link" | "code">("link");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(
    token === "" ? "This address is incomplete. Copy the whole link, up to its end." : null,
  );
  // the token is used up: it need not stay in the history
  const leave = () => window.location.replace("/");

  const open = async (): Promise<void> => {
    setBusy(true);
    const answer = await signInWithLink(token);
    if (answer.ok && !answer.needsCode) return leave();
    if (answer.ok) setStep("code");
    else setFailure(answer.message);
    setBusy(false);
  };
  return (
    <SignInFrame
      title="Sign in"
      lead={
        step === "code"
          ? "Two-factor sign-in is on for your account."
          : "You have a one-time link to this P4Twin. It signs you in once."
      }
    >
      {step === "code" ? <CodeForm onSignedIn={leave} /> : null}
      {step === "link" && failure === null ? (
        <Button variant="primary" size="lg" busy={busy} onClick={open}>
          Sign in
        </Button>
      ) : null}
      {failure ? (
        <>
          <Alert tone="bad" title={failure} />
          <Link href="/sign-in" className="self-start text-sm text-accent hover:underline">
            Sign in another way
          </Link>
        </>
      ) : null}
    </SignInFrame>
  );
}
