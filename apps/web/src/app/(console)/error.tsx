"use client";
import { ErrorState } from "@p4twin/ui";
import { ButtonLink } from "@/lib/ButtonLink.tsx";

export default function ConsoleError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return (
    <ErrorState
      title="This page broke"
      details={error.digest ? `${error.message} (${error.digest})` : error.message}
      onRetry={reset}
      action={<ButtonLink href="/">Go to the overview</ButtonLink>}
    >
      The rest of the console still works. Try again; if it stays so, report what you did and the details
      below.
    </ErrorState>
  );
}
