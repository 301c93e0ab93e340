import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Command line of a `simple_switch`: in the tree that it was built in, or beside an installed one. */
export function switchCommandLine(
  simpleSwitch: string,
  port: number,
): { command: string[]; env: NodeJS.ProcessEnv } {
  const env = { ...process.env, PYTHONUNBUFFERED: "1" };
  const build = dirname(dirname(dirname(simpleSwitch)));
  if (!existsSync(join(build, "thrift_src", "gen-py"))) {
    const beside = join(dirname(simpleSwitch), "simple_switch_CLI");
    const installed = simpleSwitch.includes("/") ? beside : "simple_switch_CLI";
    return { command: [installed, "--thrift-port", String(port)], env };
  }
  const cache = join(build, "CMakeCache.txt");
  const written = existsSync(cache) ? readFileSync(cache, "utf8") : "";
  const source = /^CMAKE_HOME_DIRECTORY:\w+=(.*)$/m.exec(written)?.[1] ?? dirname(build);
  const folders = [
    join(build, "thrift_src", "gen-py"),
    join(build, "targets", "simple_switch", "gen-py"),
    join(source, "tools"),
    join(source, "targets", "simple_switch"),
    "/usr/lib/python3/dist-packages",
  ];
  const script = join(source, "targets", "simple_switch", "sswitch_CLI.py");
  return {
    command: ["/usr/bin/python3", script, "--thrift-port", String(port)],
    env: { ...env, PYTHONPATH: folders.join(":") },
  };
}
