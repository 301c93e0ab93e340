import { spawnSync } from "node:child_process";
import { createSocket } from "node:dgram";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";

const SYSTEM = "/etc/resolv.conf";
/** Takes questions and answers none. */
const SILENT = { address: "127.0.6.53", port: 53 };
/** As most systems have it: two tries of five seconds each. */
const HANGING = `nameserver ${SILENT.address}\noptions timeout:5 attempts:2\n`;

/**
 * A list of name servers that only the product sees: bound over the system's in a mount namespace of its own.
 * Null where this machine does not let us (it needs root).
 */
export function makeNames(path: string) {
  const may =
    process.getuid?.() === 0 && existsSync(SYSTEM) && spawnSync("unshare", ["-m", "true"]).status === 0;
  if (!may) return null;
  const usual = readFileSync(SYSTEM, "utf8");
  writeFileSync(path, usual);
  const silent = createSocket("udp4");
  silent.on("error", () => {});
  silent.bind(SILENT.port, SILENT.address);
  silent.unref();
  return {
    /** A command that starts `program` with these name servers; mounts that are made outside later are seen inside. */
    command: (program: readonly string[]): [string, string[]] => [
      "unshare",
      [
        ...["-m", "--propagation", "slave", "sh", "-c"],
        ...[`mount --bind "$0" ${SYSTEM} && exec "$@"`, path, ...program],
      ],
    ],
    /** No name server answers any more, and none says so. */
    hang: () => writeFileSync(path, HANGING),
    answer: () => writeFileSync(path, usual),
    dispose(): void {
      silent.close();
      rmSync(path, { force: true });
    },
  };
}
