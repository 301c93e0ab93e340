import { Timeline } from "../../src/control/index.ts";
import type { CheckedProgram } from "../../src/p4/index.ts";
import { RegisterArray } from "../../src/run/externs/registers.ts";
import { createSwitch, install, type Target } from "../../src/run/index.ts";

/**
 * When a packet passes, on the switch's clock (us), and the queue that it meets: packets in it when it leaves, and when
 * it came where that is another number.
 */
export type Passing = {
  ingressUs: number;
  egressUs: number;
  queuedUs?: number;
  queueDepth?: number;
  depthFound?: number;
};

/** What leaves; when is what the test said. */
export type Sent = { port: number; bytes: Uint8Array };

/** A switch whose packets are told when they pass; its faults end the test. */
export class DeployedSwitch {
  private readonly target: Target;
  private readonly timeline = new Timeline();
  private passing: Passing = { ingressUs: 0, egressUs: 0 };

  constructor(program: CheckedProgram) {
    const made = createSwitch(program, {
      timeline: this.timeline,
      processing: () => ({
        ingressUs: () => this.passing.egressUs - this.passing.ingressUs - (this.passing.queuedUs ?? 0),
        egressUs: () => 0,
      }),
      queues: {
        priorities: 8,
        isOpen: () => false,
        offer: (_port, _priority, out) => {
          const { nowUs } = this.timeline;
          const { queuedUs = 0, queueDepth = 0, depthFound = queueDepth } = this.passing;
          out({
            enqueuedUs: nowUs,
            dequeuedUs: nowUs + queuedUs,
            before: depthFound,
            behind: queueDepth,
          });
          return true;
        },
      },
    });
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
    this.passing = passing;
    this.target.machine.nowUs = passing.ingressUs;
    return this.target.receive(port, packet).map((sent) => ({ port: sent.port, bytes: sent.bytes }));
  }
}
