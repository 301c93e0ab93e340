import type { DeviceRule } from "../offload/deviceRule.ts";
import { dpdkText } from "../offload/formatRules.ts";
import type { OffloadServer } from "../offload/network.ts";
import { formatTag } from "../offload/tags.ts";
import type { RunningChain } from "./runningChain.ts";

/**
 * A REST message between controller and agent. Paths and fields are those of the author's public agent
 * [katsikas-agent], not of the thesis, which prints none; a body that is a text is sent as it is.
 */
export type RestMessage = {
  atMs: number;
  from: string;
  to: string;
  method: "GET" | "POST" | "DELETE";
  path: string;
  body: Json;
  reply: Json;
};

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** A message without its time. */
export type RestCall = Omit<RestMessage, "atMs">;

const CONTROLLER = "controller";
const AGENT_PORT = 80;

/** The agent announces its server to the controller. */
export const registerAgent = (server: OffloadServer): RestCall => ({
  from: server.id,
  to: CONTROLLER,
  method: "POST",
  path: "/onos/v1/network/configuration/",
  body: {
    devices: {
      [`rest:${server.id}:${AGENT_PORT}`]: {
        rest: { ip: server.id, port: AGENT_PORT, protocol: "http" },
        basic: { driver: "restServer" },
      },
    },
  },
  reply: null,
});

const toAgent = (
  server: OffloadServer,
  call: Pick<RestCall, "method" | "path" | "body" | "reply">,
): RestCall => ({
  from: CONTROLLER,
  to: server.id,
  ...call,
});

export const askResources = (server: OffloadServer): RestCall =>
  toAgent(server, {
    method: "GET",
    path: "/metron/server_resources",
    body: null,
    reply: {
      id: server.id,
      cpus: Array.from({ length: server.cores }, (_, i) => ({ physicalId: i, logicalId: i, socket: 0 })),
      nics: [{ name: server.nic.id, id: 0, rxFilter: [server.nic.dispatch] }],
    },
  });

/** Load and queue of each core; free cores are not listed. */
export const askStats = (server: OffloadServer, cores: readonly { core: number; load: number }[]): RestCall =>
  toAgent(server, {
    method: "GET",
    path: "/metron/server_stats",
    body: null,
    reply: {
      busyCpus: cores.length,
      freeCpus: server.cores - cores.length,
      cpus: cores.map(({ core, load }) => ({ id: core, load: Math.round(load * 1000) / 1000, busy: true })),
    },
  });

/** Tags by core, as the agent is told them: the first tag of each; a core without one has none. */
const tagsOf = (chain: RunningChain, cores: number): string[] =>
  Array.from({ length: cores }, (_, core) => {
    const first = chain.groups.find((g) => g.core === core);
    return first ? formatTag(first.tag) : "";
  });

export type DeployedAs = { maxCores: number; config: string };

/** The chain with all its cores up to the highest: the agent begins with the first so many. */
export function deployChain(
  server: OffloadServer,
  id: string,
  chain: RunningChain,
  { maxCores, config }: DeployedAs,
): RestCall {
  const cpus = Math.max(...chain.groups.map((g) => g.core)) + 1;
  return toAgent(server, {
    method: "POST",
    path: "/metron/service_chains",
    body: {
      serviceChains: [
        {
          id,
          configType: "click",
          config,
          cpus,
          maxCpus: Math.max(maxCores, cpus),
          autoScale: false,
          nics: [server.nic.id],
          rxFilter: { method: server.nic.dispatch, values: { [server.nic.id]: tagsOf(chain, cpus) } },
        },
      ],
    },
    reply: null,
  });
}

/** The chain's cores change: the agent switches Rx of those on that are named, and of all others off. */
export const changeCores = (server: OffloadServer, id: string, cores: readonly number[]): RestCall =>
  toAgent(server, {
    method: "POST",
    path: "/metron/service_chains_put",
    body: `${id}\n${JSON.stringify({ cpus: cores })}`,
    reply: null,
  });

/** Rules of a NIC in flow mode, by core; `numberOf`: agents know rules by numbers. */
export function postRules(
  server: OffloadServer,
  id: string,
  rules: readonly DeviceRule[],
  numberOf: (rule: DeviceRule) => number,
): RestCall {
  const coreOf = (r: DeviceRule): number | null => r.actions.find((a) => a.kind === "queue")?.core ?? null;
  const cores = [...new Set(rules.map(coreOf))];
  return toAgent(server, {
    method: "POST",
    path: "/metron/rules",
    body: {
      rules: [
        {
          id,
          rxFilter: { method: "flow" },
          nics: [
            {
              name: server.nic.id,
              cpus: cores.map((core) => ({
                id: core,
                rules: rules
                  .filter((r) => coreOf(r) === core)
                  .map((r) => ({ id: numberOf(r), content: dpdkText(r) })),
              })),
            },
          ],
        },
      ],
    },
    reply: null,
  });
}

export const deleteRules = (server: OffloadServer, ids: readonly number[]): RestCall =>
  toAgent(server, {
    method: "DELETE",
    path: `/metron/rules_delete/${ids.join(",")}`,
    body: null,
    reply: null,
  });
