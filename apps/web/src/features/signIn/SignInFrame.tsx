import type { ReactNode } from "react";
import { Wordmark } from "@/shell/Wordmark.tsx";

/** The narrow page around everything that happens before a session. */
export function SignInFrame({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-sm flex-col justify-center gap-6 px-4 py-10">
      <header className="flex flex-col gap-2">
        <Wordmark />
        <h1 className="text-2xl font-semibold">{title}</h1>
        <p className="text-ink-2">{lead}</p>
      </header>
      {children}
    </main>
  );
}
