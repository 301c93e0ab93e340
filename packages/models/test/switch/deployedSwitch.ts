import type { CheckedProgram } from "../../src/p4/index.ts";
import { RegisterArray } from "../../src/run/externs/registers.ts";
import { createSwitch, install, type Sent, type Target } from "../../src/run/index.ts";

/** When a packet passes, on the switch's clock (us), and the queue that it meets. */
export type Passing = { ingressUs: number; egressUs: number; queuedUs?: number; queueDepth?: number };

/** A switch whose packets are told when they pass; its faults end the test. */
export class DeployedSwitch {
  private readonly target: Target;

  constructor(program: CheckedProgram) {
    const made = createSwitch(program);
    if (!made.ok) throw new Error(made.error.message);
    this.target = made.value;
  }

  /** Commands of simple_switch_CLI. */
  command(lines: string): void {
    const [problem] = install(this.target, lines, "commands.txt");
    if (problem) throw new Error(`line ${problem.span?.line}: ${problem.message}`);
  }

  /** The first value of a register. */
  register(name: string): bigint {
    const found = this.target.machine.externs.find(({ path }) => path === name || path.endsWith(`.${name}`));
    if (!(found?.object instanceof RegisterArray)) throw new Error(`no register ${name}`);
    return BigInt(Number(found.object.read(0)));
  }

  /** Passes one packet and returns what leaves, in the order of leaving. */
  receive(port: number, packet: Uint8Array, passing: Passing): Sent[] {
    const { machine } = this.target;
    machine.nowUs = passing.ingressUs;
    machine.crossing = {
      us: passing.egressUs - passing.ingressUs,
      queuedUs: passing.queuedUs ?? 0,
      depth: passing.queueDepth ?? 0,
    };
    return this.target.receive(port, packet);
  }
}
