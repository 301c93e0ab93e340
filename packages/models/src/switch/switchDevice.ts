import { type CheckedProgram, isP4Text } from "../p4/index.ts";
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
  StreamError,
  StreamMessageRequest,
  StreamMessageResponse,
  WriteRequest,
} from "../p4runtime/index.ts";
import { createSwitch, type Sent, type Target } from "../run/index.ts";
import { Arbitration, type Controller } from "./arbitration.ts";
import { instancesOf } from "./declaredInstances.ts";
import { DigestEntries } from "./digestEntries.ts";
import { type Running, readEntity, writeEntity } from "./entities.ts";
import { CODE, denied, invalid, notFound, precondition, SwitchError, unimplemented } from "./errors.ts";
import { p4InfoOf } from "./p4Info/p4Info.ts";
import { packetInOf, packetOfOut } from "./packetIo.ts";
import { Pipeline } from "./pipeline.ts";
import { ReplicationEntries } from "./replicationEntries.ts";
import { takeOver } from "./takeOver.ts";
import { dataOf } from "./values.ts";

type SwitchOptions = {
  deviceId: bigint;
  /** packets that leave by it go to the primary; null: none do */
  cpuPort: number | null;
  /** us of a monotonic clock */
  nowUs(): number;
  /** ns since 1970, for notices */
  wallNs(): bigint;
  /** Program of a device config, which is P4 text; throws `SwitchError`. */
  compile(text: string): CheckedProgram;
  /** What leaves by a port but the CPU port. */
  onSent(sent: Sent): void;
};

const configOf = (text: string | null): Uint8Array => new TextEncoder().encode(text ?? "");

/** A software switch as its controllers see it: P4Runtime without a transport. */
export class SwitchDevice {
  readonly arbitration: Arbitration;
  private readonly options: SwitchOptions;
  /** the program that it was started with, for configs that hold no program */
  private own: CheckedProgram | null = null;
  private running: Running | null = null;
  private saved: Running | null = null;
  private isAdopted = false;

  constructor(options: SwitchOptions) {
    this.options = options;
    this.arbitration = new Arbitration(options.deviceId);
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
    this.own = checked;
    const target = this.targetOf(checked);
    prepare(target);
    this.running = this.runningOf(p4InfoOf(checked, target), target, configOf(text), null);
  }

  /**
   * Stands before a switch that runs already, as those of an emulated cloud: controllers read and write its state, but
   * cannot give it another program. Its clock is its own, which `nowUs` must tell. `text` as of `start`.
   */
  adopt(checked: CheckedProgram, target: Target, text: string | null = null): void {
    this.running = this.runningOf(p4InfoOf(checked, target), target, configOf(text), null);
    this.isAdopted = true;
  }

  /** What controllers know of the program that runs; null: none runs. */
  get p4Info(): P4Info | null {
    return this.running?.pipeline.info ?? null;
  }

  private targetOf(checked: CheckedProgram): Target {
    const made = createSwitch(checked);
    if (!made.ok) throw invalid(made.error.message);
    made.value.machine.nowUs = this.options.nowUs();
    return made.value;
  }

  private runningOf(
    p4info: P4Info,
    target: Target,
    p4DeviceConfig: Uint8Array,
    cookie: { cookie: bigint } | null,
    declared: ReadonlySet<string> = new Set(),
  ): Running {
    const pipeline = new Pipeline(p4info, target, declared);
    return {
      pipeline,
      replication: new ReplicationEntries(target),
      digests: new DigestEntries(pipeline),
      config: { p4info, p4DeviceConfig, cookie },
    };
  }

  private checkDevice(deviceId: bigint): void {
    if (deviceId !== this.options.deviceId)
      throw notFound(`this is device ${this.options.deviceId}, not ${deviceId}`);
  }

  private checkPrimary({ role, electionId }: { role: string; electionId: WriteRequest["electionId"] }): void {
    if (!this.arbitration.mayWrite(role, electionId))
      throw denied("only the primary may do this: open a stream and arbitrate first");
  }

  /** What controllers write and read: a config that waits for its COMMIT, when packets meet what they wrote. */
  private get current(): Running {
    const current = this.saved ?? this.running;
    if (!current) throw precondition("no pipeline is set: call SetForwardingPipelineConfig first");
    return current;
  }

  private realise(next: Running): void {
    this.running = next;
    this.saved = null;
    this.tick();
  }

  /** Sets the pipeline; throws `SwitchError`. */
  setPipeline(request: SetForwardingPipelineConfigRequest): void {
    this.checkDevice(request.deviceId);
    this.checkPrimary(request);
    if (this.isAdopted) throw unimplemented("this switch keeps the program that it runs");
    const { action, config } = request;
    if (action === "COMMIT") {
      if (config) throw invalid("COMMIT takes no config");
      if (!this.saved) throw notFound("no config is saved");
      this.realise(this.saved);
      return;
    }
    if (!config) throw invalid("the config is missing");
    const made = this.make(config);
    switch (action) {
      case "VERIFY":
        return;
      case "VERIFY_AND_SAVE":
        this.saved = made;
        return;
      case "VERIFY_AND_COMMIT":
        this.realise(made);
        return;
      case "RECONCILE_AND_COMMIT":
        if (this.running) takeOver(this.running, made);
        this.realise(made);
        return;
      default:
        throw invalid("the action is missing");
    }
  }

  /**
   * A device config is P4 text, or anything (BMv2's JSON, nothing) when the P4Info fits the program that the switch was
   * started with: our choice.
   */
  private make({ p4info, p4DeviceConfig, cookie }: ForwardingPipelineConfig): Running {
    if (!p4info) throw invalid("the config has no P4Info");
    const text = new TextDecoder().decode(p4DeviceConfig);
    const checked = isP4Text(text) ? this.options.compile(text) : this.own;
    if (!checked)
      throw invalid(
        "the device config holds no program; send the program's text, or start the switch with --program",
      );
    const declared = instancesOf(checked);
    return this.runningOf(p4info, this.targetOf(checked), p4DeviceConfig.slice(), cookie, declared);
  }

  /** The config that runs; null: none. */
  getPipeline({
    deviceId,
    responseType,
  }: GetForwardingPipelineConfigRequest): Draft<ForwardingPipelineConfig> | null {
    this.checkDevice(deviceId);
    if (!this.running) return null;
    const { p4info, p4DeviceConfig, cookie } = this.running.config;
    switch (responseType) {
      case "COOKIE_ONLY":
        return { cookie };
      case "P4INFO_AND_COOKIE":
        return { p4info, cookie };
      case "DEVICE_CONFIG_AND_COOKIE":
        return { p4DeviceConfig, cookie };
      default:
        return this.running.config;
    }
  }

  /** What became of each update, in order; throws `SwitchError` for what concerns the whole request. */
  write(request: WriteRequest): Draft<P4Error>[] {
    this.checkDevice(request.deviceId);
    this.checkPrimary(request);
    const running = this.current;
    if (request.atomicity !== "CONTINUE_ON_ERROR")
      throw unimplemented("updates are made one by one (CONTINUE_ON_ERROR)");
    this.tick();
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
    const running = this.current;
    this.tick();
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
    this.tick();
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
    this.tick();
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

  /** The switch's clock is the real one. */
  private tick(): void {
    for (const each of [this.running, this.saved])
      if (each) each.pipeline.target.machine.nowUs = Math.floor(this.options.nowUs());
  }
}

/** The message of a controller that an error of its stream is about. */
function causeOf(update: StreamMessageRequest["update"]): StreamError["details"] {
  switch (update?.kind) {
    case "packet":
      return { kind: "packetOut", value: { packetOut: update.value } };
    case "digestAck":
      return { kind: "digestListAck", value: { digestListAck: update.value } };
    case "other":
      return { kind: "other", value: { other: update.value } };
    default:
      return null;
  }
}

/** An update or a part of a Read that failed; what is no `SwitchError` is a bug of ours and said to be one. */
function errorOf(error: unknown): Draft<P4Error> {
  if (error instanceof SwitchError)
    return { canonicalCode: error.code, message: error.message, space: "p4twin", code: error.code };
  return { canonicalCode: CODE.internal, message: String(error), space: "p4twin", code: CODE.internal };
}
