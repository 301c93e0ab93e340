import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { listens } from "../testing/cli/listens.ts";

const LIBRARY = join(import.meta.dirname, "..", "library", "programs");
const P4TWIN = join(import.meta.dirname, "..", "bin", "p4twin.mjs");
/** Programs whose paths need no extern that P4Runtime cannot set. */
const PROGRAMS = ["l2fwd", "l3fwd", "l3fwd_firewall", "fw", "nat", "lb", "vxlan_decap", "tunneling"];
const PORTS = { ours: 29_559, theirs: 29_560, thrift: 29_290 };
/** Ports 0 to 3, each a pair of interfaces: the switch's end and that of the tests. */
const PAIRS = [0, 1, 2, 3].map((port) => ({ port, near: `p4tp${port}a`, far: `p4tp${port}b` }));

/**
 * The generated PTF sets, run by ptf itself, against `p4twin switch` and, where it is named, BMv2:
 *
 *   P4TWIN_P4RT_PYTHON=PYTHON [P4TWIN_SIMPLE_SWITCH_GRPC=FILE P4TWIN_P4C=p4c-bm2-ss] npm run bench ptf
 *
 * Linux, as root (it makes veth pairs). PYTHON has the packages ptf and p4runtime-shell, and `ptf` is beside it.
 */
export default async function ptf() {
  const { P4TWIN_SIMPLE_SWITCH_GRPC: bmv2, P4TWIN_P4C: p4c, P4TWIN_P4RT_PYTHON: python } = process.env;
  const name = "PTF: generated tests, run by ptf";
  if (!python) {
    console.log("P4TWIN_P4RT_PYTHON is not set, nothing is run");
    return { name, rows: [] };
  }
  const folder = mkdtempSync(join(tmpdir(), "p4twin-ptf-"));
  const at = (file: string): string => join(folder, file);
  const ip = (...argv: string[]): void => void execFileSync("ip", argv, { stdio: "ignore" });
  let running: ChildProcess | null = null;
  const run = async (command: string, argv: string[], port: number, config: string, info: string) => {
    running = spawn(command, argv, { cwd: folder, stdio: "ignore" });
    for (let tries = 0; !(await listens(port)); tries++) {
      if (tries > 300) throw new Error(`${command} does not answer`);
      await sleep(100);
    }
    const { stderr, stdout } = spawnSync(
      python,
      [
        ...[join(python, "..", "ptf"), "--test-dir", folder],
        ...PAIRS.flatMap((pair) => ["--interface", `${pair.port}@${pair.far}`]),
        `--test-params=p4info='${info}';config='${config}';grpc='127.0.0.1:${port}';device=1`,
      ],
      {
        ...{ cwd: folder, encoding: "utf8", timeout: 300_000 },
        env: { ...process.env, PROTOCOL_BUFFERS_PYTHON_IMPLEMENTATION: "python" },
      },
    );
    running.kill();
    running = null;
    const said = `${stdout}${stderr}`;
    const [, ran] = /Ran (\d+) tests? in/.exec(said) ?? [];
    const count = (what: string): number => Number(new RegExp(`${what}=(\\d+)`).exec(said)?.[1] ?? 0);
    const [failures, skipped] = [count("failures") + count("errors"), count("skipped")];
    if (failures > 0 || ran === undefined) console.log(said.slice(-3_000));
    return `${Number(ran ?? 0) - failures - skipped} of ${ran ?? "none"}${skipped ? `, ${skipped} skipped` : ""}`;
  };
  const rows: Record<string, unknown>[] = [];
  try {
    for (const { near, far } of PAIRS) {
      ip("link", "add", near, "type", "veth", "peer", "name", far);
      for (const each of [near, far]) {
        writeFileSync(`/proc/sys/net/ipv6/conf/${each}/disable_ipv6`, "1");
        ip("link", "set", each, "up");
      }
    }
    for (const program of PROGRAMS) {
      const source = `${program}.p4`;
      copyFileSync(join(LIBRARY, source), at(source));
      const made = spawnSync(process.execPath, [P4TWIN, "cover", source, "--to", "ptf", "--out", "."], {
        ...{ cwd: folder, encoding: "utf8" },
      });
      const ours = await run(
        process.execPath,
        [
          ...[P4TWIN, "switch", "--program", source, "--p4info", "info.txtpb"],
          ...["--p4runtime", `127.0.0.1:${PORTS.ours}`],
          ...PAIRS.flatMap((pair) => ["--port", `${pair.port}=${pair.near}`]),
        ],
        ...([PORTS.ours, source, "info.txtpb"] as const),
      );
      let theirs = null;
      if (bmv2 && p4c) {
        execFileSync(p4c, ["--p4runtime-files", "b.txtpb", "-o", "b.json", source], {
          cwd: folder,
          stdio: "ignore",
        });
        theirs = await run(
          bmv2,
          [
            ...["--device-id", "1", "--thrift-port", `${PORTS.thrift}`, "--no-p4"],
            ...PAIRS.flatMap((pair) => ["-i", `${pair.port}@${pair.near}`]),
            ...["--", "--grpc-server-addr", `127.0.0.1:${PORTS.theirs}`],
          ],
          ...([PORTS.theirs, "b.json", "b.txtpb"] as const),
        );
      }
      const [paths] = /\d+ of \d+/.exec(`${made.stdout}${made.stderr}`) ?? [];
      rows.push({ program, paths, ours, ...(theirs ? { theirs } : {}) });
      rmSync(at(`${program}_test.py`), { force: true });
    }
  } finally {
    (running as ChildProcess | null)?.kill();
    for (const { near } of PAIRS) spawnSync("ip", ["link", "del", near], { stdio: "ignore" });
    rmSync(folder, { recursive: true, force: true });
  }
  return { name, rows };
}
