"use client";
import { Alert, Button, Checkbox, FileDrop, Panel, Progress, Spinner } from "@p4twin/ui";
import { countOf } from "@/lib/countOf.ts";
import type { CaptureReply, CoverageReply } from "@/workers/run/runQuestions.ts";
import { coverageCounts } from "./model/coverageHeat.ts";
import type { TestFiles } from "./model/useTestSet.ts";

/** Places that are named of those that were not passed, and tests of those that failed (our choice). */
const SHOWN = 12;

export type CoveragePanelProps = {
  files: TestFiles;
  everyPath: boolean;
  onEveryPath: (on: boolean) => void;
  readCapture: (file: File) => Promise<CaptureReply>;
  reply: CoverageReply | null;
  pending: boolean;
  error: string | null;
};

/** A test set, and what its packets pass of the program. */
export function CoveragePanel(props: CoveragePanelProps) {
  const { files, everyPath, onEveryPath, readCapture, reply, pending, error } = props;
  const counts = reply ? coverageCounts(reply) : [];
  return (
    <Panel
      title="Coverage"
      subtitle={
        reply
          ? `${countOf(reply.packets, "packet")}, heat beside the source; red: not passed`
          : "what a test set passes, as heat beside the source"
      }
      actions={
        <>
          {pending ? <Spinner label="Running the test set" /> : null}
          {files.names.length > 0 ? (
            <Button size="sm" onClick={files.clear}>
              Remove the files
            </Button>
          ) : null}
        </>
      }
    >
      <div className="grid gap-4 lg:grid-cols-[2fr_3fr]">
        <div className="flex min-w-0 flex-col gap-3">
          <Checkbox label="A packet for each listed path" checked={everyPath} onCheckedChange={onEveryPath} />
          <FileDrop
            what="tests (STF) or captures"
            accept=".stf,.pcap,.pcapng,.cap"
            multiple
            onFiles={(dropped) => void files.add(dropped, readCapture)}
            hint={
              files.names.length > 0
                ? files.names.join(", ")
                : "They stay in this window: a copied link is without them. Captures: first 100 packets, with the entries above."
            }
          />
        </div>
        <div className="flex min-w-0 flex-col gap-3">
          {error ? (
            <Alert tone="bad" title="The test set stopped">
              {error}. Take fewer tests, or run them with p4twin test --coverage.
            </Alert>
          ) : null}
          {files.problems.map((problem) => (
            <p key={problem} role="alert" className="text-xs text-bad">
              {problem}
            </p>
          ))}
          {counts
            .filter(({ all }) => all > 0)
            .map(({ what, passed, all, missed }) => (
              <Progress
                key={what}
                label={`${what}: ${passed} of ${all}`}
                fraction={passed / all}
                detail={
                  missed.length === 0
                    ? undefined
                    : `not passed: ${missed
                        .slice(0, SHOWN)
                        .map(({ at, name }) => `${name === "" ? "" : `${name} `}${at.file}:${at.line}`)
                        .join(", ")}${missed.length > SHOWN ? ` and ${missed.length - SHOWN} more` : ""}`
                }
              />
            ))}
          {reply && reply.problems.length > 0 ? (
            <details className="text-xs">
              <summary className="cursor-pointer text-ink-2">
                {countOf(reply.problems.length, "test")} failed or could not be made
              </summary>
              <ul className="mt-1 flex flex-col gap-1">
                {reply.problems.slice(0, SHOWN).map(({ name, message }) => (
                  <li key={`${name} ${message}`} className="break-words">
                    <span className="font-mono">{name}</span>: {message}
                  </li>
                ))}
                {reply.problems.length > SHOWN ? <li>and {reply.problems.length - SHOWN} more</li> : null}
              </ul>
            </details>
          ) : null}
        </div>
      </div>
    </Panel>
  );
}
