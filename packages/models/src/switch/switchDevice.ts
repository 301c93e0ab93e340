import type { CheckedProgram } from "../p4/index.ts";
import type {
  Draft,
  Entity,
  ForwardingPipelineConfig,
  GetForwardingPipelineConfigRequest,
  P4Error,
  P4Info,
  PacketOut,
  ReadRequest,
  SetForwardingPipelineConfigRequest,
  StreamMessageRequest,
  StreamMessageResponse,
  WriteRequest,
} from "../p4runtime/index.ts";
import type { Sent, Target } from "../run/index.ts";
import { Arbitration, type Controller } from "./arbitration.ts";
import { type Running, readEntity, writeEntity } from "./entities.ts";
import { CODE, denied, invalid, notFound, precondition, SwitchError, unimplemented } from "./errors.ts";
import { causeOf, errorOf } from "./failures.ts";
import { packetInOf, packetOfOut } from "./packetIo.ts";
import { type ConfigOptions, PipelineConfigs } from "./pipelineConfigs.ts";
import { dataOf } from "./values.ts";

type SwitchOptions = ConfigOptions & {
  deviceId: bigint;
  /** packets that leave by it go to the primary; null: none do */
  cpuPort: number | null;
  /** ns since 1970, for notices */
  wallNs(): bigint;
  /** What leaves by a port but the CPU port. */
  onSent(sent: Sent): void;
};

/** A software switch as its controllers see it: P4Runtime without a transport. */
export class SwitchDevice {
  readonly arbitration: Arbitration;
  private readonly options: SwitchOptions;
  private readonly configs: PipelineConfigs;

  constructor(options: SwitchOptions) {
    this.options = options;
    this.arbitration = new Arbitration(options.deviceId);
    this.configs = new PipelineConfigs(options);
  }

  /**
   * Runs a program as if it had always been there. `prepare` gives it entries before the first controller sees them.
   * `text` is what who reads the pipeline gets as device config; null: nothing. Throws `SwitchError` for what cannot be
   * run.
   */
  start(
    checked: CheckedProgram,
    prepare: (target: Target) => void = () => undefined,
    text: string | null = null,
  ): void {
    this.configs.start(checked, prepare, text);
  }

  /**
   * Stands before a switch that runs already, as those of an emulated cloud: controllers read and write its state, but
   * cannot give it another program. Its clock is its own, which `nowUs` must tell. `text` as of `start`.
   */
  adopt(checked: CheckedProgram, target: Target, text: string | null = null): void {
    this.configs.adopt(checked, target, text);
  }

  /** What controllers know of the program that runs; null: none runs. */
  get p4Info(): P4Info | null {
    return this.running?.pipeline.info ?? null;
  }

  private get running(): Running | null {
    return this.configs.running;
  }

  private checkDevice(deviceId: bigint): void {
    if (deviceId !== this.options.deviceId)
      throw notFound(`this is device ${this.options.deviceId}, not ${deviceId}`);
  }

  private checkPrimary({ role, electionId }: { role: string; electionId: WriteRequest["electionId"] }): void {
    if (!this.arbitration.mayWrite(role, electionId))
      throw denied("only the primary may do this: open a stream and arbitrate first");
  }

  /** Sets the pipeline; throws `SwitchError`. */
  setPipeline(request: SetForwardingPipelineConfigRequest): void {
    this.checkDevice(request.deviceId);
    this.checkPrimary(request);
    this.configs.set(request);
  }

  /** The config that runs; null: none. */
  getPipeline(request: GetForwardingPipelineConfigRequest): Draft<ForwardingPipelineConfig> | null {
    this.checkDevice(request.deviceId);
    return this.configs.get(request);
  }

  /** What became of each update, in order; throws `SwitchError` for what concerns the whole request. */
  write(request: WriteRequest): Draft<P4Error>[] {
    this.checkDevice(request.deviceId);
    this.checkPrimary(request);
    const running = this.configs.current;
    if (request.atomicity !== "CONTINUE_ON_ERROR")
      throw unimplemented("updates are made one by one (CONTINUE_ON_ERROR)");
    this.configs.tick();
    return request.updates.map((update) => {
      try {
        writeEntity(running, update);
        return { canonicalCode: CODE.ok };
      } catch (error) {
        return errorOf(error);
      }
    });
  }

  /**
   * The entities that the parts of a request ask for, and what became of each part, in order. Throws `SwitchError` for
   * what concerns the whole request.
   */
  read(request: ReadRequest): { entities: Draft<Entity>[]; errors: Draft<P4Error>[] } {
    this.checkDevice(request.deviceId);
    const running = this.configs.current;
    this.configs.tick();
    const entities: Draft<Entity>[] = [];
    const errors = request.entities.map(({ entity }): Draft<P4Error> => {
      try {
        if (!entity) throw invalid("an entity without a kind");
        // a part that fails gives nothing
        for (const each of [...readEntity(running, entity)]) entities.push(each);
        return { canonicalCode: CODE.ok };
      } catch (error) {
        return errorOf(error);
      }
    });
    return { entities, errors };
  }

  /** A controller's stream. Its handlers throw `SwitchError` for what ends the stream. */
  openStream(send: (message: Draft<StreamMessageResponse>) => void): {
    receive(message: StreamMessageRequest): void;
    close(): void;
  } {
    let controller: Controller | null = null;
    return {
      receive: ({ update }) => {
        if (update?.kind === "arbitration") {
          controller = this.arbitration.update(controller, update.value, send);
          return;
        }
        if (!controller) throw precondition("the first message of a stream is an arbitration");
        try {
          if (this.arbitration.primary(controller.role) !== controller)
            throw denied("only the primary sends packets and acknowledgements");
          if (update?.kind === "packet") this.packetOut(update.value);
          else if (update?.kind === "digestAck") this.running?.digests.acknowledge(update.value);
          else throw invalid("a message of this kind is not known here");
        } catch (error) {
          if (!(error instanceof SwitchError)) throw error;
          const { code: canonicalCode, message } = error;
          send({ update: { kind: "error", value: { canonicalCode, message, details: causeOf(update) } } });
        }
      },
      close: () => {
        if (controller) this.arbitration.leave(controller);
        controller = null;
      },
    };
  }

  private packetOut(packet: PacketOut): void {
    if (!this.running) throw precondition("no pipeline runs");
    if (this.options.cpuPort === null)
      throw precondition("the switch has no CPU port; start it with --cpu-port");
    this.receive(this.options.cpuPort, packetOfOut(this.running.pipeline.info, packet));
  }

  /** A packet comes in at a port; nothing happens while there is no pipeline. */
  receive(port: number, bytes: Uint8Array): void {
    const { running } = this;
    if (!running) return;
    this.configs.tick();
    const { target, info } = running.pipeline;
    for (const sent of target.receive(port, bytes)) {
      if (sent.port !== this.options.cpuPort) {
        this.options.onSent(sent);
        continue;
      }
      const value = packetInOf(info, sent.bytes);
      for (const primary of this.arbitration.primaries()) primary.send({ update: { kind: "packet", value } });
    }
    const { digests } = target;
    if (digests)
      for (const { name, value, shape } of digests.splice(0))
        running.digests.take(name, dataOf(value, shape), target.machine.nowUs);
    this.sendDigests(running);
  }

  /** To be called now and then: lists of digests and idle entries that are due go to the primaries. */
  sweep(): void {
    const { running } = this;
    if (!running) return;
    this.configs.tick();
    this.sendDigests(running);
    const tableEntry = [...running.pipeline.tables.values()].flatMap((table) => [...table.idle()]);
    if (tableEntry.length === 0) return;
    const value = { tableEntry, timestamp: this.options.wallNs() };
    for (const primary of this.arbitration.primaries())
      primary.send({ update: { kind: "idleTimeoutNotification", value } });
  }

  private sendDigests({ digests, pipeline }: Running): void {
    for (const list of digests.due(pipeline.target.machine.nowUs))
      for (const primary of this.arbitration.primaries())
        primary.send({ update: { kind: "digest", value: { ...list, timestamp: this.options.wallNs() } } });
  }
}
