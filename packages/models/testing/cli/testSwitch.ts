import { Server, type ServerCredentials, type ServerWritableStream, status } from "@grpc/grpc-js";
import {
  type Draft,
  type Entity,
  P4Info,
  p4RuntimeService,
  ReadResponse,
} from "../../src/p4runtime/index.ts";
import { listen } from "./listen.ts";

const TABLE = 0x02000001;
const FORWARD = 0x01000001;
const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);

/** One table of routes with a counter, as the tutorials' basic forwarding has it. */
export const routesInfo = P4Info.of({
  pkgInfo: { arch: "v1model" },
  tables: [
    {
      preamble: { id: TABLE, name: "MyIngress.ipv4_lpm", alias: "ipv4_lpm" },
      matchFields: [
        { id: 1, name: "hdr.ipv4.dstAddr", bitwidth: 32, match: { kind: "matchType", value: "LPM" } },
      ],
      actionRefs: [{ id: FORWARD }],
      directResourceIds: [0x13000001],
      size: 1_000_000n,
    },
  ],
  actions: [
    {
      preamble: { id: FORWARD, name: "MyIngress.ipv4_forward", alias: "ipv4_forward" },
      params: [
        { id: 1, name: "dstAddr", bitwidth: 48 },
        { id: 2, name: "port", bitwidth: 9 },
      ],
    },
  ],
  directCounters: [
    {
      preamble: { id: 0x13000001, name: "MyIngress.hits", alias: "hits" },
      spec: { unit: "BOTH" },
      directTableId: TABLE,
    },
  ],
});

/** A route to 10.x.y.z by its number. */
export const routeEntity = (n: number, port = 1 + (n % 40), packets = 0n): Draft<Entity> => ({
  entity: {
    kind: "tableEntry",
    value: {
      tableId: TABLE,
      match: [
        {
          fieldId: 1,
          fieldMatchType: {
            kind: "lpm",
            value: { value: bytes(10, (n >> 16) & 255, (n >> 8) & 255, n & 255), prefixLen: 32 },
          },
        },
      ],
      action: {
        type: {
          kind: "action",
          value: {
            actionId: FORWARD,
            params: [
              { paramId: 1, value: bytes(8, 0, 0, 0, 1, n & 255) },
              { paramId: 2, value: bytes(port) },
            ],
          },
        },
      },
      counterData: { packetCount: packets, byteCount: 100n * packets },
    },
  },
});

export type Plan = {
  info?: P4Info | null;
  config?: Uint8Array;
  cookie?: bigint;
  entries: readonly Draft<Entity>[];
  /** entities of one message; left out: all of them */
  perMessage?: number;
  /** an empty message before each */
  emptyBetween?: boolean;
  /** the process dies after so many messages */
  dieAfter?: number;
  credentials?: ServerCredentials;
};

/** A P4Runtime server that only answers reads, on a free port of loopback. `plan` may be changed while it runs. */
export async function startTestSwitch(plan: Plan) {
  const server = new Server({ "grpc.max_send_message_length": -1 });
  const calls: string[] = [];
  server.addService(p4RuntimeService, {
    capabilities: (_: unknown, answer: (error: null, value: object) => void) => {
      calls.push("capabilities");
      answer(null, { p4runtimeApiVersion: "1.3.0" });
    },
    getForwardingPipelineConfig: (
      { request }: { request: { responseType: string } },
      answer: (error: object | null, value?: object) => void,
    ) => {
      const isCookieOnly = request.responseType === "COOKIE_ONLY";
      calls.push(isCookieOnly ? "cookie" : "pipeline");
      if (plan.info === null) answer({ code: status.FAILED_PRECONDITION, details: "no pipeline" });
      else if (isCookieOnly) answer(null, { config: { cookie: { cookie: plan.cookie ?? 1n } } });
      else
        answer(null, {
          config: {
            p4info: plan.info ?? routesInfo,
            p4DeviceConfig: plan.config ?? bytes(),
            cookie: { cookie: plan.cookie ?? 1n },
          },
        });
    },
    read: (call: ServerWritableStream<{ entities: Entity[] }, unknown>) => {
      const asked = call.request.entities[0]?.entity;
      calls.push(`read ${asked?.kind}`);
      // filters are ignored, as PI does; other kinds are empty
      const all = asked?.kind === "tableEntry" ? plan.entries : [];
      const size = plan.perMessage ?? Math.max(1, all.length);
      for (let at = 0, sent = 0; at < all.length; at += size, sent++) {
        if (plan.dieAfter === sent) {
          server.forceShutdown();
          return;
        }
        if (plan.emptyBetween) call.write({ entities: [] });
        call.write({ entities: all.slice(at, at + size) });
      }
      call.end();
    },
    streamChannel: () => calls.push("stream"),
    write: () => calls.push("write"),
    setForwardingPipelineConfig: () => calls.push("push"),
  } as never);
  const address = await listen(server, plan.credentials);
  return {
    address,
    plan,
    /** what was called, in order */
    calls,
    stop: () => server.forceShutdown(),
  };
}

/** As many bytes as a ReadResponse of these has. */
export const responseBytes = (entries: readonly Draft<Entity>[]): number =>
  ReadResponse.encode({ entities: entries }).length;
