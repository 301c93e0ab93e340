import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { median } from "./measure.ts";

const root = join(import.meta.dirname, "..", "..", "..");

/** Our choice: starts of each command, in turn. */
const STARTS = 15;

/** Of p4c's samples, small to large. */
const SAMPLES = ["basic_routing-bmv2.p4", "flowlet_switching-bmv2.p4", "fabric_20190420/fabric.p4"];

type Started = { command: string; argv: string[] };

/**
 * Processor time and wall time of starts of the packed command line, beside Node alone and p4c on the same programs, in
 * turn. `P4TWIN_P4C` names a p4test, which then runs its front end only, or a p4c-bm2-ss, which runs whole; how it was
 * built decides. `P4TWIN_P4C_DIR` adds some of p4c's samples.
 */
export default function coldStart() {
  const folder = mkdtempSync(join(tmpdir(), "p4twin-start-"));
  try {
    const packed = pack(folder);
    const l3fwd = join(root, "packages", "models", "library", "programs", "l3fwd.p4");
    const { P4TWIN_P4C: p4c, P4TWIN_P4C_DIR: samples } = process.env;
    const ours = (command: string, ...rest: string[]): Started => ({
      command: `p4twin ${command}${rest[0]?.endsWith(".p4") ? ` ${basename(rest[0])}` : ""}`,
      argv: [process.execPath, packed, command, ...rest],
    });
    const fronts = (program: string): Started[] => (p4c && existsSync(p4c) ? [front(p4c, program)] : []);
    const others = samples
      ? SAMPLES.map((name) => join(samples, "testdata", "p4_16_samples", name)).filter(existsSync)
      : [];
    const started = [
      { command: "node alone", argv: [process.execPath, "-e", "0"] },
      ours("--version"),
      ours("features", l3fwd),
      ours("estimate", l3fwd, "--device", "bmv2"),
      ours("check", l3fwd, "--device", "bmv2", "--max-us", "1000"),
      ours("run", l3fwd, "--packet", "eth/ipv4/udp"),
      ...fronts(l3fwd),
      ...others.flatMap((program) => [ours("features", program), ...fronts(program)]),
    ];
    const cpu = started.map((): number[] => []);
    const wall = started.map((): number[] => []);
    // the first rounds fill the caches
    for (let round = -3; round < STARTS; round++)
      for (const [at, { argv }] of started.entries()) {
        const before = performance.now();
        const ms = cpuMs(argv);
        if (round < 0) continue;
        cpu[at]!.push(ms);
        wall[at]!.push(performance.now() - before);
      }
    const rows = started.map(({ command }, at) => ({
      command,
      "least CPU ms": Math.round(Math.min(...cpu[at]!)),
      "median CPU ms": Math.round(median(cpu[at]!)),
      "least wall ms": Math.round(Math.min(...wall[at]!)),
      "median wall ms": Math.round(median(wall[at]!)),
    }));
    return { name: "cold start", rows };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The package as it is installed: its own files, and the packages it asks for beside them. */
function pack(folder: string): string {
  execFileSync(process.execPath, [join(root, "scripts", "pack-cli.mjs"), folder]);
  const archive = readdirSync(folder).find((name) => name.endsWith(".tgz"))!;
  execFileSync("tar", ["xzf", archive], { cwd: folder });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  return join(folder, "package", "dist", "p4twin.cjs");
}

function front(p4c: string, program: string): Started {
  const isTest = basename(p4c) === "p4test";
  return {
    command: `${isTest ? "p4test --validate (front end)" : `${basename(p4c)} (whole)`} ${basename(program)}`,
    argv: [p4c, ...(isTest ? ["--validate"] : []), program],
  };
}

/** User and system time of one process, as the shell that waits for it says. */
function cpuMs(argv: string[]): number {
  const script = '"$@" >/dev/null || exit 1; times';
  const { status, stdout, stderr } = spawnSync("sh", ["-c", script, "sh", ...argv], { encoding: "utf8" });
  if (status !== 0) throw new Error(`${argv.join(" ")}: ${stderr}`);
  const [user, system] = [...stdout.split("\n")[1]!.matchAll(/(\d+)m([\d.]+)s/g)].map(
    ([, minutes, seconds]) => 60 * Number(minutes) + Number(seconds),
  );
  return 1000 * (user! + system!);
}
