"use client";
import { Button, ErrorState } from "@p4twin/ui";
import { AppLink } from "@/lib/AppLink.tsx";

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
      action={
        <Button asChild>
          <AppLink href="/">Go to the overview</AppLink>
        </Button>
      }
    >
      The rest of the console still works. Try again; if it stays so, report what you did and the details
      below.
    </ErrorState>
  );
}
