import type { ClientDuplexStream } from "@grpc/grpc-js";
import { ReadFailure, type WriteChannel } from "../../attach/index.ts";
import {
  CODE,
  type Draft,
  p4RuntimeService,
  type StreamMessageRequest,
  type StreamMessageResponse,
  type Uint128,
} from "../../p4runtime/index.ts";
import { type ChannelTarget, callOnce, connect, failureOf, readingWith } from "./grpcChannel.ts";

/** How long a switch may take to say who is primary (our choice). */
const ARBITRATION_MS = 5_000;

type Stream = ClientDuplexStream<Draft<StreamMessageRequest>, StreamMessageResponse>;

/**
 * A channel that writes. Without an election id no stream is opened: servers that nobody has arbitrated with take such
 * writes (PI, 4ward), others refuse them. With one the stream stays open until `close`, and a switch whose primary is
 * another controller is not written to. Rejects with `ReadFailure`.
 */
export async function openWriteChannel(
  target: ChannelTarget,
  deviceId: bigint,
  election: bigint | null,
): Promise<WriteChannel> {
  const client = connect(target);
  const electionId: Uint128 | null =
    election === null ? null : { high: election >> 64n, low: BigInt.asUintN(64, election) };
  const { streamChannel, write } = p4RuntimeService;
  let stream: Stream | null = null;
  const close = (): void => {
    stream?.cancel();
    client.close();
  };
  if (electionId) {
    stream = client.makeBidiStreamRequest(
      streamChannel.path,
      streamChannel.requestSerialize,
      streamChannel.responseDeserialize,
    );
    try {
      await becomePrimary(stream, deviceId, electionId);
    } catch (error) {
      close();
      throw error;
    }
  }
  return {
    ...readingWith(client),
    async modify(device, entity) {
      const updates = [{ type: "MODIFY" as const, entity }];
      await callOnce(client, write, { deviceId: device, electionId, updates });
    },
    close,
  };
}

function becomePrimary(stream: Stream, deviceId: bigint, electionId: Uint128): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(
      () => reject(new ReadFailure(CODE.deadlineExceeded, "the switch does not say who is primary")),
      ARBITRATION_MS,
    );
    // what comes later, packets and the end, is nobody's
    stream.on("error", (error) => {
      clearTimeout(late);
      reject(failureOf(error));
    });
    stream.on("data", ({ update }: StreamMessageResponse) => {
      if (update?.kind !== "arbitration") return;
      clearTimeout(late);
      const { status, electionId: highest } = update.value;
      if ((status?.code ?? CODE.ok) === CODE.ok) resolve();
      else
        reject(
          new ReadFailure(
            CODE.permissionDenied,
            `another controller is primary${highest ? ` with the election id ${(highest.high << 64n) | highest.low}` : ""}; nothing was written. Change it there, or let writing use a higher id`,
          ),
        );
    });
    stream.write({ update: { kind: "arbitration", value: { deviceId, electionId } } });
  });
}
