"use client";
import type { ProgramText } from "@p4twin/models/program";
import { useCallback, useMemo, useState } from "react";
import type { CaptureReply, RunQuestion, TestSet } from "@/workers/run/runQuestions.ts";
import { useBeside } from "./useBeside.ts";

type Held = {
  names: string[];
  tests: { name: string; text: string }[];
  packets: string[];
  problems: string[];
};
const NONE: Held = { names: [], tests: [], packets: [], problems: [] };

/** Longest packet test that is read (our choice). */
const LONGEST_TEST = 1_000_000;

/** The files of a test set that were dropped. */
export type TestFiles = {
  names: readonly string[];
  problems: readonly string[];
  add(files: readonly File[], readCapture: (file: File) => Promise<CaptureReply>): Promise<void>;
  clear(): void;
};

/** A test set and what it passes; `everyPath`: with a packet for each listed path. Null program: nothing runs yet. */
export function useTestSet(program: ProgramText | null, port: number, everyPath: boolean) {
  const [held, setHeld] = useState(NONE);
  const { names, tests, packets, problems } = held;
  const isEmpty = tests.length === 0 && packets.length === 0 && !everyPath;
  const question = useMemo((): RunQuestion | null => {
    if (isEmpty || program === null) return null;
    const set: TestSet = { tests, packets, port, everyPath };
    return { kind: "coverage", program, ...set };
  }, [isEmpty, program, tests, packets, port, everyPath]);
  const { answer, pending, error } = useBeside(question);
  const add = useCallback<TestFiles["add"]>(async (files, readCapture) => {
    const read = await Promise.all(files.map((file) => readTest(file, readCapture)));
    setHeld((old) => read.reduce(join, old));
  }, []);
  const clear = useCallback(() => setHeld(NONE), []);
  return {
    files: { names, problems, add, clear },
    reply: question !== null && answer?.kind === "coverage" ? answer : null,
    pending: question !== null && pending,
    error: question === null ? null : error,
  };
}

async function readTest(file: File, readCapture: (file: File) => Promise<CaptureReply>): Promise<Held> {
  if (file.size > LONGEST_TEST && /\.stf$/i.test(file.name))
    return { ...NONE, problems: [`${file.name} is longer than 1 MB; run it with p4twin test`] };
  if (/\.stf$/i.test(file.name))
    return { ...NONE, names: [file.name], tests: [{ name: file.name, text: await file.text() }] };
  const { packets, problem } = await readCapture(file);
  return { ...NONE, names: [file.name], packets, problems: problem ? [`${file.name}: ${problem}`] : [] };
}

const join = (a: Held, b: Held): Held => ({
  names: [...a.names, ...b.names],
  tests: [...a.tests, ...b.tests],
  packets: [...a.packets, ...b.packets],
  problems: [...a.problems, ...b.problems],
});
