"use client";
import { hasErrors } from "@p4twin/models/core";
import type { SymbolInfo } from "@p4twin/models/p4";
import type { ProgramText } from "@p4twin/models/program";
import { startTransition, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type {
  PageAnalysis,
  PageAnswer,
  PageComparison,
  PageGraph,
  PageQuestion,
  PageView,
  PathDetail,
} from "@/workers/program/pageQuestions.ts";
import { createWorkerClient, type WorkerClient } from "@/workers/workerClient.ts";

/** A newer text waits so long for the analysis of an older one, then that is given up (our choice). */
const PATIENCE_MS = 400;

const startWorker = (): Worker =>
  new Worker(new URL("../../../workers/programPage.ts", import.meta.url), { type: "module" });

/** What is shown: `view` without what only saves work. */
export type SessionView = Omit<PageView, "selected" | "pinned" | "graphKey">;

type State = {
  latest: PageAnalysis | null;
  /** the last one without errors; what is shown while the text has mistakes */
  good: PageAnalysis | null;
  graph: PageGraph | null;
  details: { revision: number; byId: ReadonlyMap<string, PathDetail> };
  pending: boolean;
  error: string | null;
};

const NOTHING: State = {
  latest: null,
  good: null,
  graph: null,
  details: { revision: 0, byId: new Map() },
  pending: true,
  error: null,
};

const withDetails = (known: Iterable<[string, PathDetail]>, added: readonly PathDetail[]) =>
  new Map([...known, ...added.map((detail): [string, PathDetail] => [detail.path.id, detail])]);

function take(state: State, answer: PageAnalysis): State {
  const settled = { ...state, latest: answer, pending: false, error: null };
  if (hasErrors(answer.diagnostics)) return settled;
  return {
    ...settled,
    good: answer,
    graph: answer.graph ?? (answer.graphKey === state.graph?.key ? state.graph : null),
    details: { revision: answer.revision, byId: withDetails([], answer.details) },
  };
}

/** The worker of a program page: analyses `program` whenever it changes, and answers questions about it. */
export function useProgramSession(
  program: ProgramText,
  view: SessionView,
  wanted: { selected: string | null; pinned: string | null },
) {
  const client = useRef<WorkerClient<PageQuestion, PageAnswer> | null>(null);
  const revision = useRef(0);
  const [state, setState] = useState(NOTHING);
  const asides = useRef({ wanted, graphKey: state.graph?.key ?? null });

  useEffect(() => {
    asides.current = { wanted, graphKey: state.graph?.key ?? null };
  });

  useEffect(() => {
    const created = createWorkerClient<PageQuestion, PageAnswer>(startWorker, { patienceMs: PATIENCE_MS });
    client.current = created;
    return () => created.stop();
  }, []);

  const ask = useCallback(
    (question: PageQuestion): Promise<PageAnswer> =>
      client.current?.ask(question, { channel: question.kind }) ?? new Promise(() => {}),
    [],
  );

  useEffect(() => {
    revision.current += 1;
    setState((old) => ({ ...old, pending: true }));
    const { wanted: paths, graphKey } = asides.current;
    ask({ kind: "analyse", revision: revision.current, program, ...view, ...paths, graphKey }).then(
      // a key that is pressed meanwhile goes first
      (answer) => answer.kind === "analyse" && startTransition(() => setState((old) => take(old, answer))),
      (error: Error) => setState((old) => ({ ...old, pending: false, error: error.message })),
    );
  }, [program, view, ask]);

  const { latest, good, details } = state;
  const missing = [wanted.selected, wanted.pinned]
    .filter((id) => id !== null && !details.byId.has(id))
    .join(" ");
  useEffect(() => {
    if (missing === "" || details.revision === 0) return;
    ask({ kind: "paths", revision: details.revision, ids: missing.split(" ") }).then(
      (answer) => {
        if (answer.kind !== "paths" || !answer.details) return;
        const added = answer.details;
        setState((old) =>
          old.details.revision === details.revision
            ? { ...old, details: { ...old.details, byId: withDetails(old.details.byId, added) } }
            : old,
        );
      },
      () => {},
    );
  }, [missing, details.revision, ask]);

  const asking = useMemo(() => {
    const at = latest?.revision ?? 0;
    return {
      async symbol(file: string, offset: number): Promise<SymbolInfo | null> {
        const answer = await ask({ kind: "symbol", revision: at, file, offset });
        return answer.kind === "symbol" ? answer.symbol : null;
      },
      async file(file: string): Promise<string | null> {
        const answer = await ask({ kind: "file", revision: at, file });
        return answer.kind === "file" ? answer.text : null;
      },
      async compare(before: ProgramText): Promise<PageComparison | null> {
        const answer = await ask({ kind: "compare", revision: at, before });
        return answer.kind === "compare" ? answer : null;
      },
    };
  }, [latest?.revision, ask]);

  /** what is shown is of an older text, because the present one has errors */
  const stale = latest !== null && good !== null && latest !== good;
  return { ...state, stale, asking };
}
export type ProgramSession = ReturnType<typeof useProgramSession>;
