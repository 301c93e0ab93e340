import { Timeline, type TrafficManager } from "../../control/index.ts";
import type { CheckedProgram } from "../../p4/index.ts";
import { UnsupportedError } from "../compile/scope.ts";
import { createSwitch } from "../createSwitch.ts";
import { MeterArray } from "../externs/meters.ts";
import { RegisterArray } from "../externs/registers.ts";
import type { Pass } from "../pass.ts";
import type { Sent, Target } from "../target.ts";
import type { TraceBranch, TraceEvent } from "../trace.ts";
import { V1Switch } from "../v1model/switch.ts";
import { apply, type Setup } from "./setup.ts";

/** A read of a register or meter. */
type Read = { of: "register" | "meter"; name: string; index: number };

export type Trial = {
  events: TraceEvent[];
  passes: Pass[];
  branches: TraceBranch[];
  sent: Sent[];
  reads: Read[];
};

/** A packet, and the time and queue that it meets. */
export type Arriving = { port: number; bytes: Uint8Array; atUs: number; queuedUs: number; depth: number };

/** As many as the metadata of v1model can name. */
const PRIORITIES = 8;

/** A switch on which each packet is the first one: nothing stays of those before it. */
export class TrialSwitch {
  target: Target;
  private wait = { queuedUs: 0, depth: 0 };
  private readonly checked: CheckedProgram;
  private readonly isRandom: boolean;
  private readonly trace: boolean;

  /** `trace`: whether it records what happens, which takes time. Throws `UnsupportedError` for what cannot be run. */
  constructor(checked: CheckedProgram, { trace } = { trace: true }) {
    this.checked = checked;
    this.trace = trace;
    this.target = this.newSwitch();
    this.isRandom = [...checked.calls.values()].some(
      (call) =>
        (call.kind === "externFunction" && call.declaration.name.text === "random") ||
        (call.kind === "externMethod" && call.extern.name.text === "Random"),
    );
  }

  /** A switch whose queues, where it has such, hold every packet as long as the trial says. */
  private newSwitch(): Target {
    const { checked, trace } = this;
    if (checked.architecture?.definition.id !== "v1model") {
      const made = createSwitch(checked, { trace });
      if (made.ok) return made.value;
      throw new UnsupportedError(made.error.message, made.error.span ?? null);
    }
    const timeline = new Timeline();
    const queues: TrafficManager = {
      priorities: PRIORITIES,
      isOpen: () => this.wait.queuedUs === 0 && this.wait.depth === 0,
      offer: (_port, _priority, out) => {
        const { queuedUs, depth } = this.wait;
        const enqueuedUs = timeline.nowUs;
        const dequeuedUs = enqueuedUs + queuedUs;
        timeline.plan(dequeuedUs, () => out({ enqueuedUs, dequeuedUs, before: depth, behind: depth }));
        return true;
      },
    };
    return new V1Switch(checked, { trace, timeline, queues });
  }

  /** `look` is called while the setup still stands. */
  send(
    setup: Setup,
    { port, bytes, atUs, queuedUs, depth }: Arriving,
    look: (trial: Trial) => void = () => undefined,
  ): Trial {
    // random numbers begin anew with the switch only
    if (this.isRandom) this.target = this.newSwitch();
    const { target } = this;
    const reads: Read[] = [];
    for (const { path: name, object } of target.machine.externs)
      if (object instanceof RegisterArray || object instanceof MeterArray) {
        const of = object instanceof RegisterArray ? "register" : "meter";
        object.onRead = (index) => void reads.push({ of, name, index });
      }
    const undo = apply(setup, target);
    target.machine.nowUs = atUs;
    this.wait = { queuedUs, depth };
    const sent = target.receive(port, bytes);
    const trial = { ...target.takeTrace(), sent, reads };
    look(trial);
    undo();
    return trial;
  }
}
