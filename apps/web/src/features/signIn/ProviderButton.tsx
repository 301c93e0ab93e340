"use client";
import { Button } from "@p4twin/ui";
import { LogIn } from "lucide-react";
import { useState } from "react";
import { authCall } from "./authCall.ts";

type Props = { name: string; next: string; onFailure: (message: string) => void };

/** Leaves for the OpenID Connect provider, which sends the browser back. */
export function ProviderButton({ name, next, onFailure }: Props) {
  const [busy, setBusy] = useState(false);
  const begin = async (): Promise<void> => {
    setBusy(true);
    const body = { provider: "oidc", callbackURL: next, errorCallbackURL: "/sign-in" };
    const answer = await authCall("/sign-in/social", body, { refusals: {} });
    if (answer.ok && typeof answer.body.url === "string") return window.location.assign(answer.body.url);
    onFailure(answer.ok ? `${name} gave no page to sign in at. Try again.` : answer.message);
    setBusy(false);
  };
  return (
    <Button variant="primary" size="lg" busy={busy} icon={<LogIn aria-hidden />} onClick={begin}>
      Sign in with {name}
    </Button>
  );
}
