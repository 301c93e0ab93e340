import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type CheckedProgram, checkP4 } from "../../src/p4/index.ts";
import {
  type Draft,
  type Entity,
  Entity as EntityType,
  ReadRequest,
  SetForwardingPipelineConfigRequest,
  StreamMessageRequest,
  type StreamMessageResponse,
  type Update,
  WriteRequest,
} from "../../src/p4runtime/index.ts";
import { SwitchDevice } from "../../src/switch/index.ts";

export type Content = Draft<Entity>["entity"];

/** A program of this folder, checked. */
export const programUnderControl = (file: string): CheckedProgram =>
  checkP4({ file, text: readFileSync(join(import.meta.dirname, file), "utf8") });

/** A switch that runs a program, with its primary: calls give codes, clocks are moved by hand. */
export class DeviceUnderControl {
  nowUs = 1_000_000;
  /** what the primary heard since it is primary */
  told: Draft<StreamMessageResponse>["update"][] = [];
  readonly device: SwitchDevice;
  private readonly stream: ReturnType<SwitchDevice["openStream"]>;

  constructor(checked: CheckedProgram) {
    this.device = new SwitchDevice({
      deviceId: 1n,
      cpuPort: 255,
      nowUs: () => this.nowUs,
      wallNs: () => 5n,
      compile: () => checked,
      onSent: () => undefined,
    });
    this.device.start(checked);
    this.stream = this.device.openStream(({ update }) => this.told.push(update));
    this.send({ kind: "arbitration", value: { deviceId: 1n, electionId: { high: 0n, low: 1n } } });
    this.told = [];
  }

  send(update: Draft<StreamMessageRequest>["update"]): void {
    this.stream.receive(StreamMessageRequest.of({ update: update ?? null }));
  }

  id(name: string): number {
    const info = this.device.p4Info!;
    const all = [
      ...info.tables,
      ...info.actions,
      ...info.actionProfiles,
      ...info.counters,
      ...info.meters,
      ...info.valueSets,
      ...info.registers,
      ...info.digests,
    ];
    return all.find(({ preamble }) => preamble?.name === name)!.preamble!.id;
  }

  /** The code of one update. */
  write(type: Update["type"], entity: Content): number {
    const updates = [{ type, entity: { entity: entity ?? null } }];
    const electionId = { high: 0n, low: 1n };
    return this.device.write(WriteRequest.of({ deviceId: 1n, electionId, updates } as never))[0]!
      .canonicalCode!;
  }

  /** Entities and codes of a Read, part by part. */
  readAll(...parts: (Content | null)[]): { entities: Entity["entity"][]; codes: number[] } {
    const request = { deviceId: 1n, entities: parts.map((entity) => ({ entity: entity ?? null })) };
    const { entities, errors } = this.device.read(ReadRequest.of(request as never));
    return {
      entities: entities.map((each) => EntityType.of(each).entity),
      codes: errors.map(({ canonicalCode }) => canonicalCode ?? 0),
    };
  }

  /** Sets the program that runs, with the P4Info that it has. */
  set(action: SetForwardingPipelineConfigRequest["action"]): void {
    const config =
      action === "COMMIT" ? null : { p4info: this.device.p4Info!, p4DeviceConfig: new Uint8Array() };
    const electionId = { high: 0n, low: 1n };
    this.device.setPipeline(
      SetForwardingPipelineConfigRequest.of({ deviceId: 1n, electionId, action, config } as never),
    );
  }
}

/** An action of a table entry with the bytes of its parameters. */
export const actionOf = (actionId: number, ...params: number[][]) => ({
  type: {
    kind: "action" as const,
    value: {
      actionId,
      params: params.map((value, index) => ({ paramId: index + 1, value: Uint8Array.from(value) })),
    },
  },
});
