import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** Our choice: what a busy machine may take to print a help. */
const HELP_MS = 20_000;

/** Command line of a `simple_switch` or `psa_switch`: in the tree that it was built in, or beside an installed one. */
export function switchCommandLine(
  simpleSwitch: string,
  port: number,
): { command: string[]; env: NodeJS.ProcessEnv } {
  const env = { ...process.env, PYTHONUNBUFFERED: "1" };
  const isPsa = basename(simpleSwitch) === "psa_switch";
  const target = isPsa ? "psa_switch" : "simple_switch";
  const build = dirname(dirname(dirname(simpleSwitch)));
  if (!existsSync(join(build, "thrift_src", "gen-py"))) {
    const beside = join(dirname(simpleSwitch), `${target}_CLI`);
    const installed = simpleSwitch.includes("/") ? beside : `${target}_CLI`;
    return { command: [installed, "--thrift-port", String(port)], env };
  }
  const cache = join(build, "CMakeCache.txt");
  const written = existsSync(cache) ? readFileSync(cache, "utf8") : "";
  const scriptOf = (tree: string): string =>
    join(tree, "targets", target, isPsa ? "pswitch_CLI.py" : "sswitch_CLI.py");
  // make builds where the sources are, CMake in a folder of its own
  const named = /^CMAKE_HOME_DIRECTORY:\w+=(.*)$/m.exec(written)?.[1];
  const source = named ?? (existsSync(scriptOf(build)) ? build : dirname(build));
  const folders = [
    join(build, "thrift_src", "gen-py"),
    join(build, "targets", target, "gen-py"),
    join(source, "tools"),
    join(source, "targets", target),
    "/usr/lib/python3/dist-packages",
  ];
  return {
    command: ["/usr/bin/python3", scriptOf(source), "--thrift-port", String(port)],
    env: { ...env, PYTHONPATH: folders.join(":") },
  };
}

const NOTES = "--notifications-addr";

/**
 * Options of a switch whose notices go into a folder of its own, as two switches cannot have one socket. None where it
 * was built without nanomsg: it refuses them then.
 */
export function notesIn(folder: string, simpleSwitch: string): string[] {
  const { stdout, stderr } = spawnSync(simpleSwitch, ["--help"], { encoding: "utf8", timeout: HELP_MS });
  return `${stdout}${stderr}`.includes(NOTES) ? [NOTES, `ipc://${join(folder, "notes")}`] : [];
}
