import { execFile, spawnSync } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { afterEach, describe, expect, it } from "vitest";
import { libraryFiles } from "../../../library/index.ts";
import { runInProcess } from "../../../testing/cli/testIo.ts";
import { scalingPresets } from "../../server/index.ts";
import {
  MetronController,
  parseOffloadFile,
  parseServiceChain,
  planOffload,
  synthesise,
  toClick,
} from "../../synthesis/index.ts";
import { MAX_AGENTS, MAX_BODY_BYTES, type MetronServer, startMetron } from "./metronServer.ts";

const chain = parseServiceChain(libraryFiles["clicks/isp.yaml"]!, "isp", (file) => {
  const path = `acls/${file.replace("lib:", "")}.txt`;
  return { file: path, text: libraryFiles[path]! };
});
const synthesis = synthesise(chain.graph!);
if (!("classes" in synthesis)) throw new Error(synthesis.status);
const { value } = parseOffloadFile(libraryFiles["metron/chains/isp.yaml"]!, "isp.yaml");

function controllerOfIsp(): MetronController {
  const { network, threshold, seed, server, cores } = value!;
  const plan = planOffload(synthesis as never, network, { cores, threshold, seed, server });
  if (plan.status !== "placed") throw new Error(plan.reasons.join());
  return new MetronController({
    id: "isp",
    synthesis: synthesis as never,
    network,
    plan,
    preset: scalingPresets()[0]!,
    maxCores: 6,
    config: toClick(synthesis as never).text!,
  });
}

type Heard = { method: string; path: string; body: unknown };
type Agent = {
  port: number;
  heard: Heard[];
  /** what it says of the load of its cores, by core */
  load: (core: number) => number;
  cpus: number;
  /** what it answers instead of 200 */
  status: number;
  /** a path that it refuses once */
  refuses: string | null;
  /** whether its HTTP server maps DELETE to handlers of its own, as older ones do */
  knowsDelete: boolean;
};

const stops: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** An agent as the author's public code has it: a server of its own that is asked. */
async function startAgent(name: string | undefined): Promise<Agent> {
  const agent: Agent = {
    port: 0,
    heard: [],
    load: () => 0.4,
    cpus: 16,
    status: 200,
    refuses: null,
    knowsDelete: true,
  };
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    agent.heard.push({
      method: request.method!,
      path: request.url!,
      // put handlers take the chain's id in a line of its own
      body: text.startsWith("{") ? JSON.parse(text) : text,
    });
    // the machine's numbers of the cores, in the order of the chain's
    const cpus = Array.from({ length: agent.cpus }, (_, i) => ({
      ...{ id: 15 - i, queue: 3, load: agent.load(i), busy: i < 4 ? 12 : -1 },
    }));
    const answers: Record<string, unknown> = {
      "/metron/server_resources": { id: name, cpus, nics: [{ name: "nic0", rxFilter: ["flow", "mac"] }] },
      "/metron/service_chains_stats/isp": { id: "isp", cpus: cpus.slice(0, 6), memory: {}, nics: [] },
    };
    const isRefused = request.url === agent.refuses;
    if (isRefused) agent.refuses = null;
    const isUnknown = request.method === "DELETE" && !agent.knowsDelete;
    response.writeHead(isUnknown ? 404 : agent.status, { connection: "close" });
    // Click's HTTP server answers a refusal with 200 and this word
    const done = isRefused ? "error" : "success";
    response.end(request.method === "GET" ? JSON.stringify(answers[request.url!] ?? {}) : done);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  agent.port = (server.address() as AddressInfo).port;
  stops.push(() => {
    server.closeAllConnections();
    return new Promise((done) => server.close(done));
  });
  return agent;
}

async function startIsp(periodMs = 20): Promise<MetronServer & { told: string[] }> {
  const told: string[] = [];
  const tell = (line: string) => void told.push(line);
  const server = await startMetron(controllerOfIsp(), { host: "127.0.0.1", port: 0, periodMs, tell });
  stops.unshift(server.stop);
  return { ...server, told };
}

/** What the author's agent says of itself. */
const announced = (port: number, more: Record<string, unknown> = {}, ip = "127.0.0.1") => ({
  devices: {
    [`rest:${ip}:${port}`]: {
      rest: {
        ...{ username: "metron:nfv:dataplane:7c", password: "", ip, port, protocol: "http" },
        ...{
          url: "",
          testUrl: "",
          isProxy: false,
          manufacturer: "GenuineIntel",
          hwVersion: "",
          swVersion: "2.1",
        },
        ...more,
      },
      basic: { driver: "rest-server" },
    },
  },
});
const announce = (url: string, port: number, more: Record<string, unknown> = {}, ip = "127.0.0.1") =>
  fetch(`${url}/onos/v1/network/configuration/`, {
    method: "POST",
    body: JSON.stringify(announced(port, more, ip)),
  });

type State = { agent: string | null; cores: { core: number; load: number | null; groups: string[] }[] };
const stateOf = async (url: string): Promise<State> =>
  (await (await fetch(`${url}/p4twin/state`)).json()) as State;
const until = async (is: () => boolean | Promise<boolean>): Promise<void> => {
  for (let i = 0; i < 2000 && !(await is()); i++) await new Promise((done) => setTimeout(done, 5));
  expect(await is()).toBe(true);
};
const deployments = (agent: Agent): Heard[] => agent.heard.filter((h) => h.path === "/metron/service_chains");
const sent = (agent: Agent, path: string): Heard[] => agent.heard.filter((h) => h.path.startsWith(path));

describe("a controller that agents talk to", () => {
  it("an agent registers, gets chain and rules, reports loads, is scaled up and down, is lost and comes back", async () => {
    const { url, told } = await startIsp();
    const agent = await startAgent("server1");
    expect((await announce(url, agent.port)).status).toBe(200);
    await until(async () => (await stateOf(url)).agent !== null);

    const [deployed] = deployments(agent).map((h) => h.body as { serviceChains: Record<string, unknown>[] });
    expect(deployed!.serviceChains[0]).toMatchObject({ id: "isp", configType: "click", cpus: 4, maxCpus: 6 });
    expect(deployed!.serviceChains[0]!.config).toMatch(/IPFilter/);
    expect(deployed!.serviceChains[0]!.rxFilter).toMatchObject({ method: "flow" });
    const rules = sent(agent, "/metron/rules")[0]!.body as {
      rules: { nics: { cpus: { rules: { content: string }[] }[] }[] }[];
    };
    expect(rules.rules[0]!.nics[0]!.cpus).toHaveLength(4);
    expect(rules.rules[0]!.nics[0]!.cpus[0]!.rules[0]!.content).toMatch(
      /^ingress pattern eth .* queue index/,
    );
    await until(async () => (await stateOf(url)).cores[0]!.load === 0.4);
    expect(sent(agent, "/metron/service_chains_put")).toEqual([]);
    const rulesOfSwitch = async () => (await fetch(`${url}/p4twin/rules/s1`)).json();
    const before = await rulesOfSwitch();

    // core 1 is overloaded: one more core, its NIC rules, and other rules in the switches
    agent.load = (core) => (core === 1 ? 0.9 : 0.4);
    await until(() => sent(agent, "/metron/rules").length > 1);
    agent.load = () => 0.4;
    expect(sent(agent, "/metron/service_chains_put")[0]!.body).toBe(`isp\n{"cpus":[0,1,2,3,4]}`);
    expect(told.some((t) => t.startsWith("core 1 at 90 %"))).toBe(true);
    expect(await rulesOfSwitch()).not.toEqual(before);

    // idle: groups of one operation are merged, and their cores are free
    agent.load = () => 0.02;
    await until(() => sent(agent, "/metron/rules_delete").length > 0);
    await until(async () => (await stateOf(url)).cores.length < 5);

    agent.status = 500;
    await until(() => told.at(-1)!.includes(" is lost"));
    expect((await stateOf(url)).agent).toBeNull();
    expect(told.at(-1)).toMatch(/is lost, the chain is down until it announces itself again: .* with 500$/);
    agent.status = 200;
    agent.load = () => 0.4;
    const asked = deployments(agent).length;
    await announce(url, agent.port);
    await until(() => deployments(agent).length > asked);
    await until(async () => (await stateOf(url)).agent !== null);
  });

  it("a server that the plan does not mean waits, one that is too small is refused with its reason", async () => {
    const { url, told } = await startIsp();
    // one that nobody gave a name calls itself by its product
    const [other, small] = [await startAgent("server9"), await startAgent("metron:nfv:dataplane:7c")];
    small.cpus = 2;
    await announce(url, other.port);
    await announce(url, small.port);
    await until(() => told.length === 2);
    expect(told[0]).toMatch(/calls itself \S+ and waits: the chain is on server1$/);
    expect(told[1]).toMatch(/cannot take the chain: server1 has 16 cores in the file and 2 say the agent$/);
    expect([...deployments(other), ...deployments(small)]).toEqual([]);
  });

  it("an agent that refuses a change gets the chain anew, as it is then", async () => {
    const { url, told } = await startIsp();
    const agent = await startAgent("server1");
    await announce(url, agent.port);
    await until(async () => (await stateOf(url)).agent !== null);
    agent.refuses = "/metron/service_chains_put";
    agent.load = (core) => (core === 1 ? 0.9 : 0.4);
    await until(() => deployments(agent).length > 1);
    agent.load = () => 0.4;
    expect(
      told.some((t) =>
        /did not take the change, it gets the chain anew: .* refuses POST \/metron\/service_chains_put$/.test(
          t,
        ),
      ),
    ).toBe(true);
    const anew = deployments(agent)[1]!.body as { serviceChains: { cpus: number }[] };
    expect(anew.serviceChains[0]!.cpus).toBe(5);
  });

  it("rules are deleted by a write where the agent's HTTP server has no DELETE", async () => {
    const { url, told } = await startIsp();
    const agent = await startAgent("server1");
    agent.knowsDelete = false;
    agent.load = () => 0.02;
    await announce(url, agent.port);
    await until(() => agent.heard.some((h) => h.method === "POST" && h.path === "/metron/rules_delete"));
    const [written] = sent(agent, "/metron/rules_delete").filter((h) => h.method === "POST");
    expect(written!.body).toMatch(/^\d+(,\d+)*$/);
    expect(told.some((t) => t.includes("did not take"))).toBe(false);
  });

  const hasCurl = spawnSync("curl", ["--version"]).status === 0;
  if (!hasCurl) console.log("no curl: the controller is not driven by an HTTP client of somebody else's");
  it.skipIf(!hasCurl)(
    "curl announces an agent, as one body, in chunks and after a 100, and reads what holds",
    async () => {
      const { url } = await startIsp();
      const agent = await startAgent("server1");
      const curl = async (...argv: string[]): Promise<{ status: number; body: unknown }> => {
        const { stdout } = await promisify(execFile)("curl", ["-sS", "-w", "\n%{http_code}", ...argv]);
        const at = stdout.lastIndexOf("\n");
        const text = stdout.slice(0, at);
        return { status: Number(stdout.slice(at + 1)), body: /^[{[]/.test(text) ? JSON.parse(text) : text };
      };
      const announcement = JSON.stringify(announced(agent.port));
      for (const header of [
        "Content-Type: application/json",
        "Transfer-Encoding: chunked",
        "Expect: 100-continue",
      ])
        expect(
          await curl("-H", header, "-d", announcement, `${url}/onos/v1/network/configuration/`),
        ).toMatchObject({ status: 200 });
      await until(async () => (await stateOf(url)).agent !== null);
      expect(await curl(`${url}/p4twin/state`)).toMatchObject({
        status: 200,
        body: { cores: expect.any(Array) },
      });
      expect(await curl(`${url}/p4twin/rules/s1`)).toMatchObject({ status: 200 });
      expect(await curl("-I", `${url}/p4twin/state`)).toMatchObject({
        status: expect.toSatisfy((s) => s < 500),
      });
      expect(await curl("-d", "{", `${url}/onos/v1/network/configuration/`)).toMatchObject({
        status: 400,
        body: { error: expect.any(String) },
      });
      expect(await curl("-X", "PUT", `${url}/nothing`)).toMatchObject({ status: 404 });
      await until(() => deployments(agent).length > 0);
    },
  );

  it("a name and password of the announcement are sent with each call, and kept from everybody else", async () => {
    const { url } = await startIsp();
    const agent = await startAgent("server1");
    await announce(url, agent.port, { username: "metron", password: "secret-of-agent" });
    await until(async () => (await stateOf(url)).agent !== null);
    expect(await (await fetch(`${url}/p4twin/state`)).text()).not.toContain("secret-of-agent");
    expect(await (await fetch(`${url}/onos/v1/network/configuration`)).text()).not.toContain(
      "secret-of-agent",
    );
  });

  it.each([
    ["no JSON", "x", 400],
    ["another address than the caller's", { ip: "192.0.2.1", port: 80 }, 403],
    ["a port that is none", { ip: "127.0.0.1", port: 0 }, 400],
    ["more bytes than the bound", "x".repeat(20 * MAX_BODY_BYTES), 413],
  ])("%s is refused", async (_, given, status) => {
    const { url } = await startIsp(1000);
    const body = typeof given === "string" ? given : JSON.stringify({ devices: { a: { rest: given } } });
    const response = await fetch(`${url}/onos/v1/network/configuration`, { method: "POST", body });
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ error: expect.stringMatching(/\w{3}/) });
  });

  it("more agents than the bound are refused", async () => {
    const { url } = await startIsp(60_000);
    // nobody listens there: each is known, and told to be out of reach
    for (let i = 0; i < MAX_AGENTS; i++) expect((await announce(url, 1 + i)).status).toBe(200);
    expect((await announce(url, 1 + MAX_AGENTS)).status).toBe(429);
  });

  it("what there is nothing for is 404 in words", async () => {
    const { url } = await startIsp(60_000);
    for (const path of ["/p4twin/rules/s9", "/metron/server_stats"])
      expect((await fetch(url + path)).status).toBe(404);
  });
});

describe("p4twin metron", () => {
  it.each([
    [["lib:isp"], /--listen HOST:PORT says where/],
    [["lib:isp", "--listen", "8181"], /--listen takes HOST:PORT such as 127.0.0.1:8181/],
    [["--listen", "127.0.0.1:8181"], /offload file/],
  ])("%j is refused", async (argv, text) => {
    const { code, err } = await runInProcess(["metron", ...argv]);
    expect([code, err]).toEqual([2, expect.stringMatching(text)]);
  });
});
