import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { median } from "./measure.ts";

const root = join(import.meta.dirname, "..", "..", "..");

/** Our choice: starts of each command, in turn. */
const STARTS = 15;

type Started = { command: string; argv: string[] };

/**
 * CPU time of a start of the packed command line, beside Node alone and p4c on the same program, in turn. `P4TWIN_P4C`
 * names a p4test, which then runs its front end only, or a p4c-bm2-ss, which runs whole. How it was built decides.
 */
export default function coldStart() {
  const folder = mkdtempSync(join(tmpdir(), "p4twin-start-"));
  try {
    const packed = pack(folder);
    const program = join(root, "packages", "models", "library", "programs", "l3fwd.p4");
    const { P4TWIN_P4C: p4c } = process.env;
    const ours = (command: string, ...rest: string[]): Started => ({
      command: `p4twin ${command}`,
      argv: [process.execPath, packed, command, ...rest],
    });
    const started = [
      { command: "node alone", argv: [process.execPath, "-e", "0"] },
      ours("--version"),
      ours("features", program),
      ours("check", program, "--device", "bmv2", "--max-us", "1000"),
      ...(p4c && existsSync(p4c) ? [front(p4c, program)] : []),
    ];
    const times = started.map((): number[] => []);
    // the first round fills the caches
    for (let round = 0; round <= STARTS; round++)
      for (const [at, { argv }] of started.entries()) {
        const ms = cpuMs(argv);
        if (round > 0) times[at]!.push(ms);
      }
    const rows = started.map(({ command }, at) => ({
      command,
      "least CPU ms": Math.round(Math.min(...times[at]!)),
      "median CPU ms": Math.round(median(times[at]!)),
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
  return join(folder, "package", "dist", "p4twin.mjs");
}

function front(p4c: string, program: string): Started {
  const isTest = basename(p4c) === "p4test";
  return {
    command: isTest ? "p4test --validate (front end)" : `${basename(p4c)} (whole)`,
    argv: [p4c, ...(isTest ? ["--validate"] : []), program],
  };
}

/** User and system time of one process, as the shell that waits for it says. */
function cpuMs(argv: string[]): number {
  const script = '"$@" >&2 || exit 1; times';
  const { status, stdout, stderr } = spawnSync("sh", ["-c", script, "sh", ...argv], { encoding: "utf8" });
  if (status !== 0) throw new Error(`${argv.join(" ")}: ${stderr}`);
  const [user, system] = [...stdout.split("\n")[1]!.matchAll(/(\d+)m([\d.]+)s/g)].map(
    ([, minutes, seconds]) => 60 * Number(minutes) + Number(seconds),
  );
  return 1000 * (user! + system!);
}
