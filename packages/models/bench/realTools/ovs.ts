import { execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatIp, formatMac, parseIp, parseMac } from "../../src/synthesis/header/address.ts";
import type { Packet } from "../../src/synthesis/header/layout.ts";

const SCHEMA = "/usr/share/openvswitch/vswitch.ovsschema";
const BRIDGE = "br0";

/** An Open vSwitch of its own, with a datapath in user space; `trace` says what its rules do with a packet. */
export type Switch = {
  version: string;
  load(flows: string, ports: number): string | null;
  trace(packet: Packet, inPort: number): { port: number | null; packet: Packet };
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
          `ofport_request=${ports + 1}`,
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
      return loaded.status === 0 ? null : loaded.stderr.slice(0, 400);
    },
    trace(packet, inPort) {
      const text = run(
        "ovs-appctl",
        `--target=${folder}/ctl`,
        "ofproto/trace",
        BRIDGE,
        flowText(packet, inPort),
      );
      return outcome(text, packet, inPort);
    },
    stop() {
      daemon.kill();
      database.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const flowText = (p: Packet, inPort: number): string => {
  const named = p.ipProto === 6 ? "tcp" : p.ipProto === 17 ? "udp" : p.ipProto === 1 ? "icmp" : "ip";
  const macs = `dl_src=${formatMac(p.ethSrc!)},dl_dst=${formatMac(p.ethDst!)}`;
  const ip = `nw_src=${formatIp(p.ipSrc!)},nw_dst=${formatIp(p.ipDst!)},nw_tos=${p.ipTos! - (p.ipTos! % 4)},nw_ecn=${p.ipTos! % 4},nw_ttl=${p.ipTtl}`;
  const protocol = named === "ip" ? `,nw_proto=${p.ipProto}` : "";
  const ports =
    named === "tcp" || named === "udp" ? `,${named}_src=${p.srcPort},${named}_dst=${p.dstPort}` : "";
  const flags = named === "tcp" ? `,tcp_flags=0x${p.tcpFlags!.toString(16)}` : "";
  // OVS asks for the protocol before its ports
  return `in_port=${inPort},${macs},${named}${protocol}${ports}${flags},${ip}`;
};

/** What the trace says of the packet's end: the port that it left by, and its fields then. */
function outcome(text: string, packet: Packet, inPort: number): { port: number | null; packet: Packet } {
  const outputs = [...text.matchAll(/^\s+(?:output:(\d+)|(in_port|IN_PORT))\s*$/gm)];
  const skipped = /skipping output to input port/.test(text);
  const last = outputs.at(-1);
  const isDropped = /^Datapath actions: drop/m.test(text);
  const port = !last || skipped || isDropped ? null : last[1] === undefined ? inPort : Number(last[1]);
  const final = /^Final flow: (.*)$/m.exec(text)?.[1] ?? "unchanged";
  const out: Record<string, number> = { ...packet };
  const field = (name: string): string | undefined => new RegExp(`(?:^|,)${name}=([^,]+)`).exec(final)?.[1];
  if (final !== "unchanged") {
    out.ethSrc = parseMac(field("dl_src") ?? "") ?? out.ethSrc!;
    out.ethDst = parseMac(field("dl_dst") ?? "") ?? out.ethDst!;
    out.ipSrc = parseIp(field("nw_src") ?? "") ?? out.ipSrc!;
    out.ipDst = parseIp(field("nw_dst") ?? "") ?? out.ipDst!;
    out.ipTtl = Number(field("nw_ttl") ?? out.ipTtl);
  }
  return { port, packet: out };
}
