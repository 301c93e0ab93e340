import { Server, type ServerCredentials, status } from "@grpc/grpc-js";
import {
  type Draft,
  type GnmiGetRequest,
  type GnmiGetResponse,
  GnmiPath,
  gnmiEncodings,
  gnmiService,
} from "../../../src/p4runtime/index.ts";
import { listen } from "../listen.ts";

/** Parts of OpenConfig by their first name; a part that is not there is refused. */
export type GnmiData = Record<string, object>;

export type GnmiPlan = {
  data: GnmiData;
  /** as JSON of whole parts, or leaf by leaf */
  encoding?: "JSON_IETF" | "PROTO";
  /** the encoding that it says it has */
  claims?: "JSON_IETF";
  hasCapabilities?: boolean;
  credentials?: ServerCredentials;
};

/** Lists of OpenConfig that these tests have, and their keys. */
const KEYS: Readonly<Record<string, string>> = {
  interface: "name",
  component: "name",
  neighbor: "id",
  capability: "name",
};
type Update = NonNullable<NonNullable<Draft<GnmiGetResponse>["notification"]>[number]["update"]>[number];
type Elem = { name: string; key: { key: string; value: string }[] };

/** Each leaf with its path, as servers answer that have no JSON. */
function leavesOf(value: unknown, elem: Elem[]): Update[] {
  if (typeof value === "boolean") return [{ path: { elem }, val: { value: { kind: "boolVal", value } } }];
  if (typeof value === "number")
    return [{ path: { elem }, val: { value: { kind: "uintVal", value: BigInt(value) } } }];
  if (typeof value === "string") return [{ path: { elem }, val: { value: { kind: "stringVal", value } } }];
  return Object.entries(value as object).flatMap(([name, inner]: [string, unknown]) => {
    if (!Array.isArray(inner)) return leavesOf(inner, [...elem, { name, key: [] }]);
    const key = KEYS[name] ?? "name";
    return inner.flatMap((item: Record<string, unknown>) =>
      leavesOf(item, [...elem, { name, key: [{ key, value: String(item[key]) }] }]),
    );
  });
}

/** A gNMI server on a free port of loopback that only answers reads. */
export async function startGnmiServer(plan: GnmiPlan) {
  const server = new Server({ "grpc.max_send_message_length": -1 });
  const asked: string[] = [];
  const prefixes: GnmiGetRequest["prefix"][] = [];
  const encoding = plan.encoding ?? "JSON_IETF";
  server.addService(gnmiService, {
    capabilities: (_: unknown, answer: (error: object | null, value?: object) => void) =>
      plan.hasCapabilities === false
        ? answer({ code: status.UNIMPLEMENTED, details: "no capabilities" })
        : answer(null, { supportedEncodings: [gnmiEncodings[plan.claims ?? encoding]], version: "0.10.0" }),
    get: (
      { request }: { request: GnmiGetRequest },
      answer: (error: object | null, value?: Draft<GnmiGetResponse>) => void,
    ) => {
      const [path = GnmiPath.of({})] = request.path;
      const part = path.elem[0]?.name ?? "";
      prefixes.push(request.prefix);
      asked.push(`${part} ${request.encoding}`);
      const data = plan.data[part];
      if (data === undefined) {
        answer({ code: status.NOT_FOUND, details: `no ${part} here` });
        return;
      }
      const json = new TextEncoder().encode(JSON.stringify(data));
      const update: Update[] =
        encoding === "PROTO"
          ? leavesOf(data, [{ name: part, key: [] }])
          : [{ path, val: { value: { kind: "jsonIetfVal", value: json } } }];
      answer(null, { notification: [{ timestamp: 1n, update }] });
    },
  } as never);
  const address = await listen(server, plan.credentials);
  return {
    address,
    plan,
    /** parts that were asked for, with the encoding, in order */
    asked,
    prefixes,
    stop: () => server.forceShutdown(),
  };
}

type Port = { name: string; id: number; to?: { system: string; chassis: string; port: string } };

/** A switch as OpenConfig describes it: its name, chassis id, node id and ports with their neighbours. */
export const openConfigOf = (hostname: string, chassis: string, nodeId: number, ports: Port[]): GnmiData => ({
  interfaces: {
    "openconfig-interfaces:interface": ports.map(({ name, id }) => ({
      name,
      state: { name, ifindex: 100 + id, id, "oper-status": "UP" },
      "openconfig-if-ethernet:ethernet": {
        state: {
          "port-speed": "openconfig-if-ethernet:SPEED_25GB",
          "mac-address": `02:00:00:00:${String(nodeId).padStart(2, "0")}:${String(id).padStart(2, "0")}`,
        },
      },
    })),
  },
  lldp: {
    state: { "system-name": hostname, "chassis-id": chassis },
    interfaces: {
      interface: ports.map(({ name, to }) => ({
        name,
        ...(to === undefined
          ? {}
          : {
              neighbors: {
                neighbor: [
                  {
                    id: "1",
                    state: { "system-name": to.system, "chassis-id": to.chassis, "port-id": to.port },
                  },
                ],
              },
            }),
      })),
    },
  },
  components: {
    component: [
      { name: "chassis", state: { type: "openconfig-platform-types:CHASSIS", "serial-no": `S${nodeId}` } },
      { name: "asic0", "integrated-circuit": { state: { "node-id": String(nodeId) } } },
    ],
  },
  system: { state: { hostname } },
});
