import { type KnownPipeline, NodeIds, readSwitch, type SwitchLook } from "../../attach/index.ts";
import { type Entity, SnapshotPacker } from "../../snapshot/index.ts";
import { EntryCounts } from "./entryCounts.ts";
import { type ChannelTarget, openReadChannel } from "./grpcChannel.ts";

type Seen = { look: SwitchLook; packer: SnapshotPacker; counts: EntryCounts; intNodeIds: number[] };

/**
 * One look at a switch; the connection is closed when it ends. A pipeline that is `known` by its cookie is not read
 * again, unless what was read does not fit it. Rejects with `ReadFailure`.
 */
export async function readNow(
  target: ChannelTarget,
  deviceId: bigint,
  known: KnownPipeline | null = null,
): Promise<Seen> {
  const seen = await readOnce(target, deviceId, known);
  const { look } = seen;
  const fits = look.state === "whole" ? !look.hasUnknownIds : look.state === "empty";
  return known === null || fits ? seen : readOnce(target, deviceId, null);
}

async function readOnce(target: ChannelTarget, deviceId: bigint, known: KnownPipeline | null): Promise<Seen> {
  const channel = openReadChannel(target);
  const packer = new SnapshotPacker();
  const counts = new EntryCounts(packer);
  try {
    const nodeIds = new NodeIds();
    const taker = {
      entity(entity: Entity, key: string) {
        nodeIds.add(entity);
        packer.add(entity, key);
      },
      count: counts.set.bind(counts),
    };
    const look = await readSwitch(channel, deviceId, taker, { known });
    return { look, packer, counts, intNodeIds: nodeIds.list() };
  } finally {
    channel.close();
  }
}
