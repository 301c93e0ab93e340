import {
  type ClientDuplexStream,
  credentials,
  type Metadata,
  makeGenericClientConstructor,
  type ServiceDefinition,
} from "@grpc/grpc-js";
import {
  type Draft,
  type Entity,
  type P4Info,
  p4RuntimeService,
  type ReadResponse,
  type StreamMessageRequest,
  type StreamMessageResponse,
} from "../../../src/p4runtime/index.ts";

const Client = makeGenericClientConstructor(p4RuntimeService as unknown as ServiceDefinition, "P4Runtime");
type Failure = { code: number; details: string; metadata: Metadata };

/** A controller by grpc-js's own client. */
export function controllerOf(address: string, deviceId = 1n) {
  const client = new Client(address, credentials.createInsecure());
  const call = <A>(name: string, request: object): Promise<A> =>
    new Promise((resolve, reject) =>
      (client[name] as unknown as (q: object, done: (e: Failure | null, a: A) => void) => void).call(
        client,
        request,
        (error, answer) => (error ? reject(error) : resolve(answer)),
      ),
    );
  const streams: ClientDuplexStream<Draft<StreamMessageRequest>, StreamMessageResponse>[] = [];
  return {
    call,
    stream() {
      const stream = (client.streamChannel as unknown as () => (typeof streams)[number]).call(client);
      streams.push(stream);
      const waiting: ((message: StreamMessageResponse) => void)[] = [];
      const arrived: StreamMessageResponse[] = [];
      const ended = new Promise<Failure>((resolve) => stream.on("error", (error) => resolve(error as never)));
      stream.on("data", (message: StreamMessageResponse) => {
        const first = waiting.shift();
        if (first) first(message);
        else arrived.push(message);
      });
      return {
        ended,
        send: (update: Draft<StreamMessageRequest>["update"]) => stream.write({ update: update ?? null }),
        next: (): Promise<StreamMessageResponse["update"]> =>
          new Promise((resolve) => {
            const first = arrived.shift();
            if (first) resolve(first.update);
            else waiting.push((message) => resolve(message.update));
          }),
        end: () => stream.end(),
      };
    },
    async read(...entities: Draft<Entity>["entity"][]): Promise<Entity["entity"][]> {
      const stream = (client.read as unknown as (request: object) => AsyncIterable<ReadResponse>).call(
        client,
        { deviceId, entities: entities.map((entity) => ({ entity: entity ?? null })) },
      );
      const all: Entity["entity"][] = [];
      for await (const message of stream) all.push(...message.entities.map(({ entity }) => entity));
      return all;
    },
    close() {
      for (const stream of streams) stream.cancel();
      client.close();
    },
  };
}

export const arbitration = (low: bigint, deviceId = 1n) =>
  ({ kind: "arbitration", value: { deviceId, electionId: { high: 0n, low } } }) as const;
export const idOf = (info: P4Info, name: string): number =>
  [...info.tables, ...info.actions, ...info.counters].find(({ preamble }) => preamble?.name === name)
    ?.preamble?.id ?? 0;
export const failure = (promise: Promise<unknown>): Promise<Failure> =>
  promise.then(
    () => Promise.reject(new Error("it went well")),
    (error: Failure) => error,
  );

export const ROUTE_KEY = 'entry I.route 0 "hdr.ipv4.dst" 0xa000100/24';

/** A route with a meter, a mark and counts, of a controller that then leaves; its port is 1, its MAC 9. */
export async function writeRoute(controller: ReturnType<typeof controllerOf>, info: P4Info): Promise<void> {
  const stream = controller.stream();
  stream.send(arbitration(10n));
  await stream.next();
  const value = {
    tableId: idOf(info, "I.route"),
    match: [
      {
        fieldId: 1,
        fieldMatchType: { kind: "lpm", value: { value: Uint8Array.of(10, 0, 1, 0), prefixLen: 24 } },
      },
    ],
    action: {
      type: {
        kind: "action",
        value: {
          actionId: idOf(info, "I.forward"),
          params: [
            { paramId: 1, value: Uint8Array.of(1) },
            { paramId: 2, value: Uint8Array.of(9) },
          ],
        },
      },
    },
    metadata: Uint8Array.of(77),
    meterConfig: { cir: 1n, cburst: 20n, pir: 10n, pburst: 200n },
    counterData: { packetCount: 4n, byteCount: 400n },
    idleTimeoutNs: 5_000_000_000n,
  };
  await controller.call("write", {
    ...{ deviceId: 1n, electionId: { high: 0n, low: 10n } },
    updates: [{ type: "INSERT", entity: { entity: { kind: "tableEntry", value } } }],
  });
  stream.end();
}
