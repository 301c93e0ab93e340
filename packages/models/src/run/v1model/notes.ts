import type { Span } from "../../core/index.ts";
import { runBlock } from "../compile/blocks.ts";
import type { Exec } from "../compile/scope.ts";
import type { Machine } from "../machine.ts";
import type { PassOutcome } from "../pass.ts";
import type { Lacking, Trace } from "../trace.ts";
import { dropCause } from "./dropCause.ts";

/** What a switch tells the trace of a packet's fate; nothing without one. */
export class Notes {
  private readonly trace: Trace | null;

  constructor({ trace }: Machine) {
    this.trace = trace;
  }

  /** Runs a block that costs nothing on a device. */
  uncounted(block: Exec): void {
    const pass = this.trace?.pass;
    if (pass) pass.isCounting = false;
    runBlock(block);
    if (pass) pass.isCounting = true;
  }

  end(outcome: PassOutcome): void {
    this.trace?.end(outcome);
  }

  note(fate: string, text: string, at: Span | null, lacking?: Lacking): void {
    this.trace?.add({ kind: "fate", at, fate, text, ...(lacking ? { lacking } : {}) });
  }

  /** The place of a drop is that of the statement that caused it. `group`: the multicast group that has no ports. */
  drop(why: string, isCloned: boolean, group: number | null = null): void {
    const { trace } = this;
    if (trace) this.note("dropped", why, dropCause(trace, group), group === null ? undefined : { group });
    this.end(isCloned ? "clone" : "drop");
  }

  /** A drop that no statement caused. */
  lose(why: string, isCloned: boolean): void {
    this.note("dropped", why, null);
    this.end(isCloned ? "clone" : "drop");
  }

  fork(cause: string, isNewPass: boolean): number {
    return this.trace?.fork(cause, isNewPass) ?? 0;
  }
}
