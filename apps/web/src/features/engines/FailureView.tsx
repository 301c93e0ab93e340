"use client";
import type { PluginFailure } from "@p4twin/models/engine";
import { Alert, Button } from "@p4twin/ui";

const TITLES: Record<PluginFailure["kind"], string> = {
  exception: "The engine raised an exception",
  missing: "The file lacks what an engine needs",
  answer: "The engine's answer cannot be used",
  time: "The engine was stopped",
  memory: "The engine ran out of memory",
  crash: "The engine broke its interpreter",
  exit: "The engine ended itself",
  unreachable: "The engine does not answer",
  refused: "This address may not be asked",
};

export type FailureViewProps = {
  failure: PluginFailure;
  printed: string;
  /** shows a line of the file; left out where there is none */
  onReveal?: ((line: number) => void) | undefined;
};

/** Why an engine has no answer: in words, with its traceback and what it had printed. */
export function FailureView({ failure, printed, onReveal }: FailureViewProps) {
  const { kind, message, traceback, line } = failure;
  return (
    <div className="flex flex-col gap-3">
      <Alert
        tone="bad"
        title={TITLES[kind]}
        action={
          line !== null && onReveal ? (
            <Button size="sm" onClick={() => onReveal(line)}>
              Show line {line}
            </Button>
          ) : null
        }
      >
        <span className="break-words">{message}</span>
      </Alert>
      {traceback === null ? null : <TextBlock label="Traceback" text={traceback} />}
      <PrintedText printed={printed} />
    </div>
  );
}

/** What the engine printed; nothing when it printed nothing. */
export function PrintedText({ printed }: { printed: string }) {
  return printed === "" ? null : <TextBlock label="Printed" text={printed} />;
}

function TextBlock({ label, text }: { label: string; text: string }) {
  return (
    <section aria-label={label} className="flex flex-col gap-1">
      <h3 className="text-xs font-medium text-ink-3">{label}</h3>
      <pre className="rounded-md border border-line bg-canvas p-2 font-mono text-xs whitespace-pre-wrap text-ink-2 [overflow-wrap:anywhere]">
        {text}
      </pre>
    </section>
  );
}
