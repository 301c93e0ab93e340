"use client";
import type { DeviceProfile } from "@p4twin/models/device";
import type { ProgramText } from "@p4twin/models/program";
import { useCallback, useMemo, useState } from "react";
import type { RunQuestion } from "@/workers/run/runQuestions.ts";
import { useBeside } from "./useBeside.ts";

/** Longest capture that is read (our choice). */
const LONGEST_BYTES = 64_000_000;

type Held = { name: string; bytes: Uint8Array | null; problem: string | null };

/** Which paths the packets of a dropped capture take: counted anew when program, entries, port or device change. */
export function usePathsTaken(program: ProgramText, port: number, device: DeviceProfile | null) {
  const [held, setHeld] = useState<Held | null>(null);
  const bytes = held?.bytes ?? null;
  const question = useMemo(
    (): RunQuestion | null => (bytes ? { kind: "paths", program, bytes, port, device } : null),
    [program, bytes, port, device],
  );
  const { answer, pending, error } = useBeside(question);
  const add = useCallback(async ([file]: readonly File[]) => {
    if (!file) return;
    if (file.size > LONGEST_BYTES) {
      const problem = `${file.name} is longer than 64 MB; count it with p4twin run --pcap --probabilities`;
      return setHeld({ name: file.name, bytes: null, problem });
    }
    setHeld({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()), problem: null });
  }, []);
  const clear = useCallback(() => setHeld(null), []);
  const reply = question !== null && answer?.kind === "paths" ? answer : null;
  return {
    name: held?.name ?? null,
    add,
    clear,
    counted: reply?.counted ?? null,
    isCut: reply?.isCut ?? false,
    problem: held?.problem ?? reply?.problem ?? (question === null ? null : error),
    pending: question !== null && pending,
  };
}
