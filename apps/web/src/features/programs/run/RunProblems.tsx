"use client";
import { Alert, textLink } from "@p4twin/ui";
import { AppLink } from "@/lib/AppLink.tsx";
import type { RunProblem } from "@/workers/run/runQuestions.ts";

/** Problems of the program and its entries; more than these would push everything else away (our choice). */
const SHOWN = 5;

/** Why nothing runs, other than the packet and its port, which say it themselves. */
export function RunProblems({ problems, home }: { problems: readonly RunProblem[]; home: string }) {
  const program = problems.filter(({ about }) => about === "program");
  if (program.length === 0) return null;
  return (
    <Alert
      tone="bad"
      title="This program cannot be run"
      action={
        <AppLink className={textLink} href={home}>
          Open the program
        </AppLink>
      }
    >
      <ul>
        {program.slice(0, SHOWN).map(({ message, span }) => (
          <li key={`${span?.start} ${message}`}>
            {span ? `${span.file}:${span.line}: ` : ""}
            {message}
          </li>
        ))}
        {program.length > SHOWN ? <li>and {program.length - SHOWN} more</li> : null}
      </ul>
    </Alert>
  );
}
