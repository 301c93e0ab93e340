import { execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readPcap } from "./pcap.ts";

const SCHEMA = "/usr/share/openvswitch/vswitch.ovsschema";
const BRIDGE = "br0";
/** Frames of one call: as many as the switch takes from a port at once, before it looks for the next call. */
const FRAMES_AT_ONCE = 32;
/** A recorded frame may be larger than those of a wire: network cards put segments together. */
const MTU_BYTES = 65_535;
/** Nothing left for so long: all has left. */
const SETTLE_MS = 250;

/** An Open vSwitch of its own, with a datapath in user space; `send` runs frames through its rules. */
export type Switch = {
  version: string;
  load(flows: string, ports: number): string | null;
  /** Real frames in by ports, in order; what left, by port. */
  send(frames: readonly { frame: Buffer; port: number }[]): Promise<Map<number, Buffer[]>>;
  stop(): void;
};

/** Starts it, or null where Open vSwitch is not installed. */
export async function startSwitch(): Promise<Switch | null> {
  if (spawnSync("ovs-vswitchd", ["--version"]).status !== 0 || !existsSync(SCHEMA)) return null;
  const folder = mkdtempSync(join(tmpdir(), "p4twin-ovs-"));
  const env = { ...process.env, OVS_RUNDIR: folder, OVS_LOGDIR: folder, OVS_DBDIR: folder };
  const socket = `unix:${folder}/db.sock`;
  const run = (program: string, ...given: string[]): string =>
    execFileSync(program, given, {
      env,
      encoding: "utf8",
      maxBuffer: 2 ** 28,
      stdio: ["ignore", "pipe", "pipe"],
    });
  run("ovsdb-tool", "create", `${folder}/conf.db`, SCHEMA);
  const start = (program: string, ...given: string[]) => spawn(program, given, { env, stdio: "ignore" });
  const database = start(
    "ovsdb-server",
    `${folder}/conf.db`,
    `--remote=p${socket}`,
    `--pidfile=${folder}/ovsdb-server.pid`,
  );
  await new Promise((done) => setTimeout(done, 500));
  const daemon = start(
    "ovs-vswitchd",
    socket,
    "--enable-dummy=override",
    "--disable-system",
    `--pidfile=${folder}/ovs-vswitchd.pid`,
    `--unixctl=${folder}/ctl`,
  );
  await new Promise((done) => setTimeout(done, 1000));
  run(
    "ovs-vsctl",
    `--db=${socket}`,
    "add-br",
    BRIDGE,
    "--",
    "set",
    "bridge",
    BRIDGE,
    "datapath_type=dummy",
    "fail-mode=secure",
    "protocols=OpenFlow13",
  );
  let ports = 0;
  /** frames of each port's capture that earlier runs had */
  const seen = new Map<number, number>();
  process.once("exit", () => {
    daemon.kill();
    database.kill();
  });
  return {
    version: run("ovs-vswitchd", "--version").split("\n")[0] ?? "",
    load(flows, wanted) {
      for (; ports < wanted; ports++) {
        const name = `p${ports + 1}`;
        run(
          "ovs-vsctl",
          `--db=${socket}`,
          "add-port",
          BRIDGE,
          name,
          "--",
          "set",
          "interface",
          name,
          "type=dummy",
          `mtu_request=${MTU_BYTES}`,
          `ofport_request=${ports + 1}`,
          `options:tx_pcap=${folder}/${name}.pcap`,
        );
      }
      const file = join(folder, "flows");
      writeFileSync(file, flows);
      run("ovs-ofctl", "-O", "OpenFlow13", "del-flows", `${folder}/${BRIDGE}.mgmt`);
      const loaded = spawnSync(
        "ovs-ofctl",
        ["-O", "OpenFlow13", "--bundle", "add-flows", `${folder}/${BRIDGE}.mgmt`, file],
        { env, encoding: "utf8" },
      );
      // the datapath keeps what it learnt of the rules before until somebody looks
      run("ovs-appctl", `--target=${folder}/ctl`, "revalidator/purge");
      return loaded.status === 0 ? null : loaded.stderr.slice(0, 400);
    },
    async send(frames) {
      const texts = frames.map((f) => f.frame.toString("hex"));
      for (let from = 0; from < frames.length; ) {
        // those of one port in a row, so that the order of all is kept
        let to = from + 1;
        while (to < frames.length && to - from < FRAMES_AT_ONCE && frames[to]!.port === frames[from]!.port)
          to++;
        const name = `p${frames[from]!.port}`;
        run("ovs-appctl", `--target=${folder}/ctl`, "netdev-dummy/receive", name, ...texts.slice(from, to));
        from = to;
      }
      const capture = (port: number): string => join(folder, `p${port}.pcap`);
      const sizes = (): string =>
        Array.from({ length: ports }, (_, i) => statSync(capture(i + 1)).size).join(" ");
      for (let before = ""; before !== sizes(); ) {
        before = sizes();
        await new Promise((done) => setTimeout(done, SETTLE_MS));
      }
      const left = new Map<number, Buffer[]>();
      for (let port = 1; port <= ports; port++) {
        const all = readPcap(readFileSync(capture(port)));
        left.set(port, all.slice(seen.get(port) ?? 0));
        seen.set(port, all.length);
      }
      return left;
    },
    stop() {
      daemon.kill();
      database.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
