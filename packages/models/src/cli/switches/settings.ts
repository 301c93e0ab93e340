import {
  changeSettings,
  describeFailure,
  doorsTogether,
  p4RuntimeDoor,
  ReadFailure,
  type Setting,
  type SettingsDoor,
  settableRegisters,
  tooLarge,
} from "../../attach/index.ts";
import { CODE, type P4Info } from "../../p4runtime/index.ts";
import type { ChannelTarget } from "./grpcChannel.ts";
import { openReadChannel } from "./grpcChannel.ts";
import { openThriftDoor } from "./thriftDoor.ts";
import { openWriteChannel } from "./writeChannel.ts";

export type SettingsTarget = ChannelTarget & {
  deviceId: string;
  /** HOST:PORT of BMv2's Thrift for registers; null: registers by P4Runtime */
  thrift: string | null;
};
type Failed = { kind: "failed"; message: string };

/** Values as decimal texts, in the order asked; null: the switch has none such. */
export type SettingsSeen = Failed | { kind: "read"; values: (string | null)[] };
export type SettingsWritten =
  | Failed
  | { kind: "moved"; now: (string | null)[] }
  | { kind: "written" | "failed-partly"; items: { after: string | null; why: string | null }[] };

/** What settings are now. Opens no stream. Never rejects for what the switch does. */
export const readSettings = (target: SettingsTarget, settings: readonly Setting[]): Promise<SettingsSeen> =>
  throughDoors(target, { writes: false, electionId: null }, async (door) => {
    const values = await door.read(settings);
    return { kind: "read" as const, values: values.map(texted) };
  });

/**
 * Writes settings that are still what was seen, and reads them back. Never rejects for what the switch does;
 * `electionId` (decimal) as of `openWriteChannel`.
 */
export const writeSettings = (
  target: SettingsTarget & { electionId: string | null },
  changes: readonly { setting: Setting; before: string | null; value: string }[],
): Promise<SettingsWritten> =>
  // registers by Thrift need no controller's role
  throughDoors(
    target,
    {
      writes: target.thrift === null || changes.some(({ setting }) => setting.kind === "parameter"),
      electionId: target.electionId,
    },
    async (door) => {
      const wanted = changes.map(({ setting, before, value }) => ({
        setting,
        before: before === null ? null : BigInt(before),
        value: BigInt(value),
      }));
      const outcome = await changeSettings(door, wanted);
      if (outcome.state === "moved") return { kind: "moved" as const, now: outcome.now.map(texted) };
      return {
        kind: outcome.state === "written" ? ("written" as const) : ("failed-partly" as const),
        items: outcome.items.map(({ after, why }) => ({ after: texted(after), why })),
      };
    },
  );

const texted = (value: bigint | null): string | null => value?.toString() ?? null;

async function throughDoors<T>(
  target: SettingsTarget,
  { writes, electionId }: { writes: boolean; electionId: string | null },
  work: (door: SettingsDoor) => Promise<T>,
): Promise<T | Failed> {
  const deviceId = BigInt(target.deviceId);
  const closers: (() => void)[] = [];
  try {
    const thrift = target.thrift === null ? null : openThriftDoor(target.thrift);
    if (thrift) closers.push(thrift.close);
    const reading = openReadChannel(target);
    closers.push(reading.close);
    const info = (await reading.pipeline(deviceId))?.p4info;
    if (!info) return { kind: "failed", message: "The switch has no pipeline." };
    const channel = writes
      ? await openWriteChannel(target, deviceId, electionId === null ? null : BigInt(electionId))
      : { ...reading, modify: () => Promise.reject(new Error("a reader writes nothing")) };
    closers.push(channel.close);
    const direct = p4RuntimeDoor(channel, deviceId, info);
    const registers = thrift && knownRegisters(thrift, info);
    return await work(doorsTogether(({ kind }) => (kind === "register" ? registers : null) ?? direct));
  } catch (error) {
    if (!(error instanceof ReadFailure)) throw error;
    return { kind: "failed", message: failureText(error, target.address) };
  } finally {
    for (const close of closers) close();
  }
}

/** BMv2 cuts what does not fit a cell without a word; the P4Info says what does. */
function knownRegisters(door: SettingsDoor, info: P4Info): SettingsDoor {
  const bits = new Map(settableRegisters(info).map((each) => [each.name, each.bits]));
  return {
    read: door.read,
    async write(values) {
      const large = values.map(({ setting, value }) =>
        setting.kind === "register" ? tooLarge(value, bits.get(setting.register) ?? 64) : null,
      );
      const fit = values.filter((_, i) => large[i] === null);
      const refused = await door.write(fit);
      let next = 0;
      return large.map((why) => why ?? refused[next++] ?? null);
    },
  };
}

function failureText(error: ReadFailure, address: string): string {
  if (error.code === CODE.permissionDenied) return `${address} does not let P4Twin write: ${error.message}.`;
  // of Thrift the failure says its own address
  if (error.message.startsWith("BMv2's Thrift")) return `${error.message}.`;
  return describeFailure(error, address).message;
}
