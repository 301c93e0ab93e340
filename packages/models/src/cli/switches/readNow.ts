import { readSwitch, type SwitchLook } from "../../attach/index.ts";
import { SnapshotPacker } from "../../snapshot/index.ts";
import { EntryCounts } from "./entryCounts.ts";
import { type ChannelTarget, openReadChannel } from "./grpcChannel.ts";

/** One look at a switch; the connection is closed when it ends. Rejects with `ReadFailure`. */
export async function readNow(
  target: ChannelTarget,
  deviceId: bigint,
): Promise<{ look: SwitchLook; packer: SnapshotPacker; counts: EntryCounts }> {
  const channel = openReadChannel(target);
  const packer = new SnapshotPacker();
  const counts = new EntryCounts(packer);
  try {
    const look = await readSwitch(channel, deviceId, {
      entity: (entity, key) => packer.add(entity, key),
      count: (key, count) => counts.set(key, count),
    });
    return { look, packer, counts };
  } finally {
    channel.close();
  }
}
