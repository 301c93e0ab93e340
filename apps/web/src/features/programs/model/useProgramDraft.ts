"use client";
import { startTransition, useCallback, useEffect, useMemo, useRef, useState } from "react";

/** A program as it is stored: its text and the files that it includes or that come with it. */
export type ProgramFiles = { source: string; includes: Readonly<Record<string, string>> };

/** Long enough that a word is typed in one go, short enough to feel immediate (our choice). */
const PAUSE_MS = 200;
/** Our choice: so long a pause waits at most for a page that has much to do. */
const IDLE_MS = 1_000;

/** Runs `work` when no key waits to be handled (at once without idle times); returns how to stop it. */
function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback !== "function") {
    work();
    return () => {};
  }
  const id = requestIdleCallback(work, { timeout: IDLE_MS });
  return () => cancelIdleCallback(id);
}

const isSame = (a: ProgramFiles, b: ProgramFiles): boolean => {
  const names = Object.keys(a.includes);
  return (
    a.source === b.source &&
    names.length === Object.keys(b.includes).length &&
    names.every((name) => a.includes[name] === b.includes[name])
  );
};

/**
 * The program that is being edited. Typing changes a buffer outside React, so that a keystroke renders
 * nothing; `paused` follows when the hands rest, and is what gets analysed.
 */
export function useProgramDraft(fileName: string, stored: ProgramFiles) {
  const now = useRef<ProgramFiles>(stored);
  const [paused, setPaused] = useState<ProgramFiles>(stored);
  const [changed, setChanged] = useState(false);
  /** counts what did not come from the editor, so that it takes the new text */
  const [generation, setGeneration] = useState(0);
  const waiting = useRef<() => void>(() => {});

  const stop = useCallback(() => waiting.current(), []);
  useEffect(() => stop, [stop]);

  const replace = useCallback(
    (files: ProgramFiles, typed: boolean) => {
      now.current = files;
      setChanged(!isSame(files, stored));
      stop();
      if (typed) {
        // a slow page handles keys late: its clock sees pauses that the hands did not make
        const timer = setTimeout(() => {
          waiting.current = whenIdle(() => startTransition(() => setPaused(now.current)));
        }, PAUSE_MS);
        waiting.current = () => clearTimeout(timer);
      } else {
        setPaused(files);
        setGeneration((count) => count + 1);
      }
    },
    [stored, stop],
  );

  const actions = useMemo(
    () => ({
      /** the present text of a file; null for one that is not part of the program */
      textOf: (file: string): string | null =>
        file === fileName ? now.current.source : (now.current.includes[file] ?? null),
      type: (file: string, text: string): void =>
        replace(
          file === fileName
            ? { ...now.current, source: text }
            : { ...now.current, includes: { ...now.current.includes, [file]: text } },
          true,
        ),
      addFiles: (files: Readonly<Record<string, string>>): void =>
        replace({ ...now.current, includes: { ...now.current.includes, ...files } }, false),
      removeFile: (file: string): void => {
        const { [file]: _removed, ...includes } = now.current.includes;
        replace({ ...now.current, includes }, false);
      },
      files: (): ProgramFiles => now.current,
    }),
    [fileName, replace],
  );
  return { paused, changed, generation, ...actions };
}
export type ProgramDraft = ReturnType<typeof useProgramDraft>;
