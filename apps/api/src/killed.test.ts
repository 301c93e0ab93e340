import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { eventually } from "../testing/eventually.ts";
import { createServerProcess } from "../testing/processes.ts";
import { createWorld, type World } from "../testing/world.ts";

const PAGE_BYTES = 4_096;
const ENGINE_BYTES = 300_000_000;

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.dispose());

/** Processes below one, and when each began: a pid that is used again is another process. */
function below(pid: number): Map<string, string> {
  const of = new Map<number, { pid: number; began: string; command: string }[]>();
  for (const name of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "utf8");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      if (fields[0] === "Z") continue;
      const command = readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ");
      const parent = Number(fields[1]);
      of.set(parent, [...(of.get(parent) ?? []), { pid: Number(name), began: fields[19], command }]);
    } catch {
      // it ended while we looked
    }
  }
  const found = new Map<string, string>();
  const visit = (parent: number): void => {
    for (const child of of.get(parent) ?? []) {
      found.set(`${child.pid}/${child.began}`, child.command);
      visit(child.pid);
    }
  };
  visit(pid);
  return found;
}
const isAlive = (id: string): boolean => {
  const [pid, began] = id.split("/");
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[19] === began && fields[0] !== "Z";
  } catch {
    return false;
  }
};

it("killed during a Python engine that never ends: no child is left, and the next start has its ports", async () => {
  // the process has the real clock: a token of the test's own would have ended
  world.time.now = new Date();
  const operator = await world.as("operator");
  const { token } = await operator.users.tokens.create({ name: "killed" });
  const server = await createServerProcess(["http", "collector", "writer", "jobs"], {
    databaseUrl: world.database.url,
    natsUrl: null,
  });
  onTestFinished(() => server.dispose());
  await server.start();
  // what it holds shows that the engine itself runs: an interpreter that loads would still notice that its
  // parent has gone
  const source = `x = b"x" * ${ENGINE_BYTES}\nwhile True: pass\n`;
  const asked = fetch(`http://127.0.0.1:${server.port}/api/v1/engines`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "endless", content: { kind: "python", source } }),
  }).catch(() => null);
  const python = await eventually(() => {
    const spinning = [...below(server.pid() ?? 0)].find(([id, command]) => {
      if (!command.includes("pythonEngine/child.ts")) return false;
      const pages = Number(readFileSync(`/proc/${id.split("/")[0]}/statm`, "utf8").split(" ")[1]);
      return pages * PAGE_BYTES > 1.5 * ENGINE_BYTES;
    });
    expect(spinning).toBeDefined();
    return spinning?.[0] ?? "";
  });
  const children = [...below(server.pid() ?? 0).keys()];
  expect(children).toContain(python);
  await server.end("SIGKILL");
  await asked;
  await eventually(() => expect(children.filter(isAlive)).toEqual([]));
  await server.start();
});
