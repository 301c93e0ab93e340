import { type CheckedProgram, isP4Text } from "../p4/index.ts";
import type {
  Draft,
  ForwardingPipelineConfig,
  GetForwardingPipelineConfigRequest,
  P4Info,
  SetForwardingPipelineConfigRequest,
} from "../p4runtime/index.ts";
import { createSwitch, type Target } from "../run/index.ts";
import { instancesOf } from "./declaredInstances.ts";
import { DigestEntries } from "./digestEntries.ts";
import type { Running } from "./entities.ts";
import { invalid, notFound, precondition, unimplemented } from "./errors.ts";
import { p4InfoOf } from "./p4Info/p4Info.ts";
import { Pipeline } from "./pipeline.ts";
import { ReplicationEntries } from "./replicationEntries.ts";
import { takeOver } from "./takeOver.ts";

export type ConfigOptions = {
  /** us of a monotonic clock */
  nowUs(): number;
  /** Program of a device config, which is P4 text; throws `SwitchError`. */
  compile(text: string): CheckedProgram;
};

const configOf = (text: string | null): Uint8Array => new TextEncoder().encode(text ?? "");

/** The pipeline that a switch runs, and the one that waits for its COMMIT. */
export class PipelineConfigs {
  private readonly options: ConfigOptions;
  /** the program that it was started with, for configs that hold no program */
  private own: CheckedProgram | null = null;
  private saved: Running | null = null;
  private isAdopted = false;
  /** null: none runs */
  running: Running | null = null;

  constructor(options: ConfigOptions) {
    this.options = options;
  }

  /** As `SwitchDevice.start`. */
  start(checked: CheckedProgram, prepare: (target: Target) => void, text: string | null): void {
    this.own = checked;
    const target = this.targetOf(checked);
    prepare(target);
    this.running = this.runningOf(p4InfoOf(checked, target), target, configOf(text), null);
  }

  /** As `SwitchDevice.adopt`. */
  adopt(checked: CheckedProgram, target: Target, text: string | null): void {
    this.running = this.runningOf(p4InfoOf(checked, target), target, configOf(text), null);
    this.isAdopted = true;
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

  /** What controllers write and read: a config that waits for its COMMIT, when packets meet what they wrote. */
  get current(): Running {
    const current = this.saved ?? this.running;
    if (!current) throw precondition("no pipeline is set: call SetForwardingPipelineConfig first");
    return current;
  }

  private realise(next: Running): void {
    this.running = next;
    this.saved = null;
    this.tick();
  }

  /** Throws `SwitchError`. */
  set({ action, config }: SetForwardingPipelineConfigRequest): void {
    if (this.isAdopted) throw unimplemented("this switch keeps the program that it runs");
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
  get({ responseType }: GetForwardingPipelineConfigRequest): Draft<ForwardingPipelineConfig> | null {
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

  /** The switch's clock is the real one. */
  tick(): void {
    for (const each of [this.running, this.saved])
      if (each) each.pipeline.target.machine.nowUs = Math.floor(this.options.nowUs());
  }
}
