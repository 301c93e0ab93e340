"use client";
import { classLines, knownLines } from "@p4twin/models/synthesis";
import { Alert, Button, Panel, Select, toast } from "@p4twin/ui";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useMemo, useState } from "react";
import { DiagnosticList } from "@/lib/DiagnosticList.tsx";
import { saveFile } from "@/lib/saveFile.ts";
import { useTRPCClient } from "@/lib/trpc.ts";
import { useMayChange } from "@/shell/useMayChange.ts";
import type { OutputTarget, ServerAnswer, ServerQuestion } from "@/workers/servers/serverAnswers.ts";

const TARGETS: { value: OutputTarget; label: string; file: string }[] = [
  { value: "click", label: "Click configuration", file: "synthesised.click" },
  { value: "openflow", label: "OpenFlow rules", file: "synthesised.flows" },
  { value: "p4", label: "P4 program", file: "synthesised.p4" },
  { value: "entries", label: "Entries of the P4 program", file: "synthesised-commands.txt" },
];

/** Our choices: characters and rules that are shown; copy and download have all. */
const SHOWN = 20_000;
const SHOWN_RULES = 200;

type Output = Extract<ServerAnswer, { kind: "output" }>;

/** What a target runs, made by the worker when it is asked for, and in it the rules of the chosen class. */
export function OutputPanel({
  follow,
  classId,
}: {
  classId: number | null;
  follow: (question: ServerQuestion) => Promise<ServerAnswer> | null;
}) {
  const client = useTRPCClient();
  const router = useRouter();
  const mayChange = useMayChange();
  const [target, setTarget] = useState<OutputTarget | null>(null);
  const [output, setOutput] = useState<Output | null>(null);
  const about = TARGETS.find((t) => t.value === target);
  const choose = (next: OutputTarget): void => {
    setTarget(next);
    setOutput(null);
    follow({ kind: "output", target: next })?.then(
      (answer) => {
        if (answer.kind === "output") setOutput(answer);
      },
      (error: Error) => toast.error(error.message),
    );
  };
  const openProgram = useMutation({
    mutationFn: (source: string) => client.programs.create.mutate({ name: "synthesised.p4", source }),
    onSuccess: ({ id }) => router.push(`/programs/${id}`),
    onError: (error) => toast.error(error.message),
  });
  const text = output?.text ?? null;
  const copy = (): void => {
    if (text === null) return;
    navigator.clipboard.writeText(text).then(
      () => toast.success("Copied"),
      () => toast.error("The browser does not let this page copy: download the file"),
    );
  };
  return (
    <Panel
      title="Output"
      actions={
        <Select
          aria-label="Target of the output"
          value={target ?? undefined}
          placeholder="Choose a target"
          options={TARGETS.map(({ value, label }) => ({ value, label }))}
          onValueChange={choose}
        />
      }
      bodyClassName="flex flex-col gap-2"
    >
      {target === null ? (
        <p className="text-xs text-ink-3">Click, OpenFlow, or a P4 program with its entries.</p>
      ) : output === null ? (
        <p className="text-xs text-ink-3">Writing {about?.label}…</p>
      ) : text === null ? (
        <Alert tone="warn" title={`This chain cannot be written as ${about?.label}`}>
          <DiagnosticList diagnostics={output.diagnostics} />
        </Alert>
      ) : (
        <>
          <div className="flex flex-wrap gap-2">
            <Button onClick={copy}>Copy</Button>
            <Button onClick={() => saveFile(about?.file ?? "output.txt", "text/plain", text)}>
              Download
            </Button>
            {target === "p4" && mayChange ? (
              <Button
                variant="primary"
                disabled={openProgram.isPending}
                onClick={() => openProgram.mutate(text)}
              >
                Open as program
              </Button>
            ) : null}
          </div>
          {output.diagnostics.length === 0 ? null : (
            <Alert tone="warn" title="Some packets fare otherwise than in the chain">
              <DiagnosticList diagnostics={output.diagnostics} />
            </Alert>
          )}
          {classId === null ? null : <RulesOfClass text={text} target={target} id={classId} />}
          {target === "click" ? <RulesOfKnown key={text} text={text} /> : null}
          <section
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text must scroll by keyboard
            tabIndex={0}
            aria-label={about?.label ?? "Output"}
            className="max-h-96 overflow-auto rounded-md border whitespace-pre bg-sunken p-2 font-mono text-xs"
          >
            {text.slice(0, SHOWN)}
            {text.length > SHOWN ? `\n… ${(text.length - SHOWN).toLocaleString("en")} more characters` : ""}
          </section>
        </>
      )}
    </Panel>
  );
}

/** Rules and elements of a class, with their lines in the output. */
function RulesOfClass({ text, target, id }: { text: string; target: OutputTarget; id: number }) {
  if (target === "p4")
    return <p className="text-ink-3 text-xs">The entries of the program say which class they are of.</p>;
  return <Lines title={`Rules of class ${id}`} head={`Class ${id}`} lines={classLines(text, target, id)} />;
}

/** What Click does beyond the classes: packets of a flow that is known, at another input than its own. */
function RulesOfKnown({ text }: { text: string }) {
  const found = useMemo(() => knownLines(text), [text]);
  const [chosen, setChosen] = useState<string | null>(null);
  if (found.length === 0) return null;
  const shown = found.find((f) => String(f.known) === chosen);
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 text-xs text-ink-2">
        Packets of a known flow at another input than its own are beyond the classes:
        <Select
          aria-label="Known flow at another input"
          className="w-36"
          value={chosen ?? undefined}
          placeholder="Choose one"
          options={found.map((f) => ({ value: String(f.known), label: `known ${f.known}` }))}
          onValueChange={setChosen}
        />
      </div>
      {shown === undefined ? null : (
        <Lines title={`Rules of known ${shown.known}`} head={`Known ${shown.known}`} lines={shown.lines} />
      )}
    </>
  );
}

/** Lines of the output with their numbers. */
function Lines({
  title,
  head,
  lines,
}: {
  title: string;
  head: string;
  lines: readonly { line: number; text: string }[];
}) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list must scroll by keyboard
      tabIndex={0}
      aria-label={title}
      className="max-h-64 overflow-auto rounded-md border bg-sunken p-2 font-mono text-xs"
    >
      <p className="sticky left-0 font-sans text-ink-2">
        {head}: {lines.length.toLocaleString("en")} {lines.length === 1 ? "line" : "lines"}
        {lines.length > SHOWN_RULES ? `, the first ${SHOWN_RULES} shown` : ""}
      </p>
      {lines.slice(0, SHOWN_RULES).map((l) => (
        <div key={l.line} className="whitespace-pre">
          <span className="inline-block w-12 pr-2 text-right text-ink-3">{l.line}</span>
          {l.text.trim()}
        </div>
      ))}
    </section>
  );
}
