import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import {
  type AgentResources,
  type MetronCall,
  type MetronController,
  metronRegistrationSchema,
  metronResourcesSchema,
  metronStatsSchema,
} from "../../synthesis/index.ts";

/** Our choices: what a controller keeps and reads at most. */
export const MAX_AGENTS = 64;
export const MAX_BODY_BYTES = 65_536;
const MAX_REPLY_BYTES = 1_048_576;
const MAX_TOLD = 200;
const CALL_MS = 5000;
/** Reports in a row that fail until the agent counts as lost. */
const MISSED = 3;

const CONFIGURATION = "/onos/v1/network/configuration";

type Agent = { key: string; url: string; authorization: string | null; resources: AgentResources | null };

export type MetronServer = { url: string; stop(): Promise<void> };

type Options = {
  host: string;
  port: number;
  /** between two questions for the load */
  periodMs: number;
  tell(line: string): void;
};

/**
 * Serves the controller's side of Metron's REST messages: agents announce themselves, the server of the plan gets the
 * chain and its rules, and is asked for its load each period; what the loads ask for follows. `GET /p4twin/state` says
 * what holds, `GET /p4twin/rules/DEVICE` the rules that a switch must have now. Throws Node's error when it cannot
 * listen.
 */
export async function startMetron(controller: MetronController, options: Options): Promise<MetronServer> {
  const agents = new Map<string, Agent>();
  const told: string[] = [];
  const loads = new Map<number, number>();
  let active: Agent | null = null;
  let missed = 0;
  let work: Promise<void> = Promise.resolve();
  const tell = (line: string): void => {
    told.push(line);
    if (told.length > MAX_TOLD) told.shift();
    options.tell(line);
  };

  /** Only the agent whose server the plan has is given the chain; the others are known, and wait. */
  const adopt = async (agent: Agent): Promise<void> => {
    agent.resources = metronResourcesSchema.parse(await ask(agent, "GET", "/metron/server_resources", null));
    if (!controller.isMeant(agent.resources) || (active !== null && active.key !== agent.key)) {
      const { id } = agent.resources;
      const name = id === undefined || controller.isMeant(agent.resources) ? "" : ` calls itself ${id} and`;
      tell(`${agent.key}${name} waits: the chain is on ${controller.server.id}`);
      return;
    }
    const refusal = controller.refusal(agent.resources);
    if (refusal !== null) {
      tell(`${agent.key} cannot take the chain: ${refusal}`);
      return;
    }
    await sendAll(agent, controller.deployment());
    active = agent;
    missed = 0;
    tell(`${agent.key} has the chain on ${controller.cores().length} cores`);
  };

  const sendAll = async (agent: Agent, calls: readonly MetronCall[]): Promise<void> => {
    for (const { method, path, body } of calls) await ask(agent, method, path, body);
  };

  /** A change that the agent took half of is not repeated: it gets the chain anew, as it is by then. */
  const change = async (agent: Agent, calls: readonly MetronCall[]): Promise<void> => {
    try {
      await sendAll(agent, calls);
    } catch (error) {
      active = null;
      tell(`${agent.key} did not take the change, it gets the chain anew: ${messageOf(error)}`);
      queue(() => adopt(agent).catch((again: unknown) => lose(agent, again)));
    }
  };

  const lose = (agent: Agent, error: unknown): void => {
    active = null;
    loads.clear();
    tell(`${agent.key} is lost, the chain is down until it announces itself again: ${messageOf(error)}`);
  };

  const look = async (): Promise<void> => {
    const agent = active;
    if (agent === null) return;
    try {
      const { cpus } = metronStatsSchema.parse(await ask(agent, "GET", controller.statsPath, null));
      missed = 0;
      loads.clear();
      for (const [core, { load }] of cpus.entries()) loads.set(core, load);
      const { calls, told: words } = controller.control(
        cpus.map(({ load }, core) => ({ core, measured: load })),
      );
      for (const line of words) tell(line);
      if (calls.length > 0) await change(agent, calls);
    } catch (error) {
      if (++missed >= MISSED) lose(agent, error);
    }
  };

  /** One thing after the other: a look never meets a deployment that is under way. */
  const queue = (task: () => Promise<void>): void => {
    work = work.then(task).catch((error: unknown) => tell(messageOf(error)));
  };

  const register = (text: string, peer: string): [number, unknown] => {
    const parsed = metronRegistrationSchema.safeParse(jsonOf(text));
    if (!parsed.success) return [400, { error: `not an announcement: ${parsed.error.issues[0]?.message}` }];
    const [key, { rest }] = Object.entries(parsed.data.devices)[0]!;
    // whoever announces a server elsewhere would make us call there
    if (rest.ip !== peer)
      return [403, { error: `the agent must call from its own address: ${rest.ip}, not ${peer}` }];
    if (!agents.has(key) && agents.size >= MAX_AGENTS)
      return [429, { error: `at most ${MAX_AGENTS} agents` }];
    const { username, password } = rest;
    const secret =
      username === undefined ? null : Buffer.from(`${username}:${password ?? ""}`).toString("base64");
    const authorization = secret === null ? null : `Basic ${secret}`;
    const host = rest.ip.includes(":") ? `[${rest.ip}]` : rest.ip;
    const agent: Agent = { key, url: `http://${host}:${rest.port}`, authorization, resources: null };
    agents.set(key, agent);
    if (active?.key === key) active = null;
    queue(() => adopt(agent));
    return [200, {}];
  };

  const answer = async (request: IncomingMessage): Promise<[number, unknown]> => {
    const path = (request.url ?? "/").replace(/\?.*$/, "").replace(/(.)\/$/, "$1");
    const is = (method: string, wanted: string): boolean => request.method === method && path === wanted;
    if (is("POST", CONFIGURATION)) {
      const text = await bodyOf(request, MAX_BODY_BYTES);
      if (text === null) return [413, { error: `at most ${MAX_BODY_BYTES} bytes` }];
      return register(text, (request.socket.remoteAddress ?? "").replace(/^::ffff:/, ""));
    }
    if (is("GET", CONFIGURATION))
      return [200, { devices: Object.fromEntries([...agents.keys()].map((key) => [key, {}])) }];
    if (is("GET", "/p4twin/state"))
      return [
        200,
        {
          server: controller.server.id,
          agent: active?.key ?? null,
          agents: [...agents.keys()],
          cores: controller.cores().map((c) => ({ ...c, load: loads.get(c.core) ?? null })),
          told,
        },
      ];
    const device = /^\/p4twin\/rules\/(.+)$/.exec(path)?.[1];
    if (request.method === "GET" && device !== undefined) {
      const found = controller.rulesOf(decodeURIComponent(device));
      return found ? [200, found] : [404, { error: `${device} has no rules` }];
    }
    return [404, { error: `there is no ${request.method} ${path}` }];
  };

  const server = createServer({ requestTimeout: CALL_MS, headersTimeout: CALL_MS }, (request, response) => {
    answer(request).then(
      ([status, body]) => reply(response, status, body),
      (error: unknown) => reply(response, 400, { error: messageOf(error) }),
    );
  });
  server.maxConnections = 2 * MAX_AGENTS;
  await new Promise<void>((done, failed) => {
    server.once("error", failed);
    server.listen(options.port, options.host, done);
  });
  let isLooking = false;
  const timer = setInterval(() => {
    // a slow agent is not asked again before it has answered
    if (isLooking) return;
    isLooking = true;
    queue(async () => {
      await look();
      isLooking = false;
    });
  }, options.periodMs);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${options.host.includes(":") ? `[${options.host}]` : options.host}:${port}`,
    async stop() {
      clearInterval(timer);
      server.closeAllConnections();
      await new Promise<void>((done) => server.close(() => done()));
      await work;
    },
  };
}

const MISSING: ReadonlySet<number> = new Set([404, 405]);

async function ask(agent: Agent, method: string, path: string, body: unknown): Promise<unknown> {
  const response = await fetch(agent.url + path, {
    method,
    signal: AbortSignal.timeout(CALL_MS),
    redirect: "error",
    headers: {
      ...(body === null ? {} : { "content-type": "application/json" }),
      ...(agent.authorization === null ? {} : { authorization: agent.authorization }),
    },
    ...(body === null ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await textOf(response);
  // Click's HTTP server has no handler for a DELETE that its element offers as a write
  if (method === "DELETE" && MISSING.has(response.status)) {
    const at = path.lastIndexOf("/");
    return ask(agent, "POST", path.slice(0, at), path.slice(at + 1));
  }
  // what the agent's element refuses comes with status 200
  if (text.trim() === "error") throw new Error(`${agent.key} refuses ${method} ${path}`);
  if (!response.ok) throw new Error(`${agent.key} answers ${method} ${path} with ${response.status}`);
  return text === "" ? null : jsonOf(text);
}

async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_REPLY_BYTES) throw new Error(`an agent answers with more than ${MAX_REPLY_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** The body of a request; null when it is larger than `most`: the rest is read and left, so that the answer arrives. */
async function bodyOf(request: IncomingMessage, most: number): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes <= most) chunks.push(chunk);
  }
  return bytes > most ? null : Buffer.concat(chunks).toString("utf8");
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const messageOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
};

function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json", connection: "close" });
  response.end(`${JSON.stringify(body)}\n`);
}
