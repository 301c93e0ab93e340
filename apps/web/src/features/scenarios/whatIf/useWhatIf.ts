"use client";
import { libraryFunctions } from "@p4twin/models/chain";
import type { DeviceProfile } from "@p4twin/models/device";
import { type Change, createCatalogue, decodeChanges, encodeChanges } from "@p4twin/models/placement";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { ScenarioUrl } from "../scenarioUrl.ts";
import type { ShownAnswer } from "../useShownAnswer.ts";
import { withChange } from "./changeList.ts";
import { createPredictor } from "./predict.ts";
import { usePaintTime } from "./usePaintTime.ts";

const NO_CHANGES: readonly Change[] = [];

export type Baseline = {
  shown: ShownAnswer | null;
  /** how the address names the shown answer */
  address: { placement: string | null; answer: string | null };
};

/**
 * The changes that the address holds, and what they mean for the shown answer. The first change pins the
 * answer in the address, so that a copied link shows the same baseline. Every change is a step of the
 * browser's history; undo and redo work on top of it.
 */
export function useWhatIf(
  { shown, address }: Baseline,
  profiles: readonly DeviceProfile[] | null,
  [url, setUrl]: ScenarioUrl,
) {
  const text = url.changes ?? "";
  const decoded = useMemo(() => decodeChanges(text), [text]);
  const changes = decoded.ok ? decoded.value : NO_CHANGES;
  const catalogue = useMemo(() => profiles && createCatalogue(profiles, libraryFunctions()), [profiles]);
  const problem = shown?.problem ?? null;
  const placement = shown?.placement ?? null;
  const predict = useMemo(
    () => problem && placement && catalogue && createPredictor(problem, placement, catalogue),
    [problem, placement, catalogue],
  );
  const prediction = useMemo(() => predict?.(changes) ?? null, [predict, changes]);

  const [past, setPast] = useState<readonly string[]>([]);
  const [future, setFuture] = useState<readonly string[]>([]);
  const { start, paintMs } = usePaintTime(text);
  const show = useCallback(
    (next: string): void => {
      start();
      void setUrl({ changes: next === "" ? null : next, ...address }, { history: "push" });
    },
    [setUrl, start, address],
  );
  const set = (next: readonly Change[]): void => {
    setPast([...past, text]);
    setFuture([]);
    show(encodeChanges(next));
  };
  const undo = (): void => {
    if (changes.length === 0 && past.length === 0) return;
    setFuture([text, ...future]);
    setPast(past.slice(0, -1));
    // a link that was opened has no past here: its changes are taken back one by one
    show(past.at(-1) ?? encodeChanges(changes.slice(0, -1)));
  };
  const redo = (): void => {
    const [next, ...rest] = future;
    if (next === undefined) return;
    setPast([...past, text]);
    setFuture(rest);
    show(next);
  };
  useUndoKeys(undo, redo);

  return {
    changes,
    /** the changes as the address holds them */
    text,
    /** why the address cannot be read; null when it can */
    unreadable: decoded.ok ? null : decoded.error,
    prediction,
    predict,
    catalogue,
    /** from the last change until its numbers were painted; null before the first */
    paintMs,
    change: (change: Change) => set(withChange(changes, change)),
    set,
    undo: changes.length > 0 || past.length > 0 ? undo : null,
    redo: future.length > 0 ? redo : null,
  };
}

export type WhatIfControls = ReturnType<typeof useWhatIf>;

/** Ctrl-Z and Ctrl-Shift-Z (or Ctrl-Y), except where text is typed. */
function useUndoKeys(undo: () => void, redo: () => void): void {
  const keys = useRef({ undo, redo });
  keys.current = { undo, redo };
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey)) return;
      if (event.target instanceof Element && event.target.closest("input,textarea,[contenteditable]")) return;
      const key = event.key.toLowerCase();
      if (key !== "z" && key !== "y") return;
      event.preventDefault();
      if (key === "y" || event.shiftKey) keys.current.redo();
      else keys.current.undo();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}
