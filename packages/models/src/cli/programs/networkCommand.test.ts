import { describe, expect, it } from "vitest";
import { libraryFiles } from "../../../library/index.ts";
import { runInProcess } from "../../../testing/cli/testIo.ts";

/** As the P4 tutorials write it: two switches, the second one's link slow. */
const topology = JSON.stringify({
  hosts: {
    h1: {
      ip: "10.0.1.1/24",
      mac: "08:00:00:00:01:11",
      commands: ["arp -i eth0 -s 10.0.1.10 08:00:00:00:01:00"],
    },
    h2: { ip: "10.0.2.2/24", mac: "08:00:00:00:02:22" },
  },
  switches: {
    s1: { runtime_json: "pod-topo/s1-runtime.json" },
    s2: { runtime_json: "pod-topo/s2-runtime.json", program: "build/l3fwd.json" },
  },
  links: [
    ["h1", "s1-p1"],
    ["s1-p2", "s2-p2", "1ms"],
    ["h2", "s2-p1"],
  ],
});
const entries = (nextHop: string, port: number): string =>
  JSON.stringify({
    target: "bmv2",
    p4info: "build/l3fwd.p4.p4info.txtpb",
    table_entries: [
      {
        table: "IngressImpl.ipv4_lpm",
        match: { "hdr.ipv4.dst_addr": ["10.0.2.2", 32] },
        action_name: "IngressImpl.ipv4_forward",
        action_params: { next_hop: nextHop, port },
      },
    ],
  });
const files = {
  "pod-topo/topology.json": topology,
  "pod-topo/../pod-topo/s1-runtime.json": entries("08:00:00:00:02:00", 2),
  "pod-topo/s1-runtime.json": entries("08:00:00:00:02:00", 2),
  "pod-topo/s2-runtime.json": entries("08:00:00:00:02:22", 1),
  "l3fwd.p4": libraryFiles["programs/l3fwd.p4"] ?? "",
};
const run = (...argv: string[]) =>
  runInProcess(["run", "l3fwd.p4", "--topology", "pod-topo/topology.json", ...argv], { files });

describe("p4twin run TOPOLOGY", () => {
  it("is --topology without a program beside it", async () => {
    const whole = topology.replace(
      '"pod-topo/s1-runtime.json"',
      '"pod-topo/s1-runtime.json","program":"l3fwd.p4"',
    );
    const options = { files: { ...files, "pod-topo/topology.json": whole } };
    const rest = ["--packet", "h1: eth/ipv4(dst=10.0.2.2)/udp", "--json"];
    const alone = await runInProcess(["run", "pod-topo/topology.json", ...rest], options);
    expect(JSON.parse(alone.out).packets).toMatchObject([{ received: [{ host: "h2" }] }]);
    expect(await runInProcess(["run", "--topology", "pod-topo/topology.json", ...rest], options)).toEqual(
      alone,
    );
  });
});

describe("p4twin run --topology", () => {
  it("shows the way of a packet with the addresses of its host, and writes what each host receives", async () => {
    const { code, out, err, written } = await run(
      "--packet",
      "h1: eth/ipv4(dst=10.0.2.2)/udp",
      "--out",
      "pcaps",
    );
    expect([err, code]).toEqual(["", 0]);
    expect(out).toContain("packet 1 from h1 at 0.00 us\n  s1 port 1 at 0.00 us: sent: port 2\n");
    expect(out).toContain("  s2 port 2 at 1000.00 us: sent: port 1\n");
    expect(out).toMatch(
      /h2 receives 42 bytes at 1000\.00 us: 0800000002220800000002000800.*0a0001010a000202/,
    );
    expect(Object.keys(written).sort()).toEqual(["pcaps/h1.pcap", "pcaps/h2.pcap"]);
    const again = await runInProcess(
      [
        "run",
        "lib:l3fwd",
        "--topology",
        "pod-topo/topology.json",
        "--program",
        "s2=l3fwd.p4",
        "--pcap",
        "h1=in.pcap",
        "--json",
      ],
      { files: { ...files, "in.pcap": written["pcaps/h2.pcap"]! } },
    );
    expect(JSON.parse(again.out).packets[0].received).toMatchObject([{ host: "h2", atUs: 1000 }]);
  });

  it("sends several, and takes the time of a device", async () => {
    const { out } = await run(
      "--packet",
      "h1@100/50*3: eth/ipv4(dst=10.0.2.2)/udp",
      "--device",
      "agilio-cx",
      "--json",
    );
    const { packets } = JSON.parse(out);
    const estimate = JSON.parse(
      (await runInProcess(["estimate", "lib:l3fwd", "--device", "agilio-cx", "--json"])).out,
    );
    const forwardUs = Math.max(...estimate.estimates.map(({ meanUs }: { meanUs: number }) => meanUs));
    expect(packets.map(({ atUs }: { atUs: number }) => atUs)).toEqual([100, 150, 200]);
    for (const { atUs, received } of packets)
      expect(received[0].atUs).toBeCloseTo(atUs + 1000 + 2 * forwardUs, 6);
  });

  it.each([
    [["--packet", "h9: eth"], /there is no host h9; the topology has h1, h2/],
    [["--packet", "eth/ipv4"], /--packet takes "HOST: PACKET"/],
    [["--packet", "h1: eth/ipv5"], /there is no header ipv5/],
    [["--program", "s7=l3fwd.p4", "--packet", "h1: eth"], /the topology has no switch s7/],
    [["--port", "1", "--packet", "h1: eth"], /leave out --port and --entries/],
    [[], /--packet "HOST: PACKET" or --pcap HOST=FILE is missing/],
  ])("%s is an error", async (argv, message) => {
    const { code, err } = await run(...argv);
    expect(code).not.toBe(0);
    expect(err).toMatch(message);
  });

  it("a program that is nowhere is named", async () => {
    const { "l3fwd.p4": _, ...without } = files;
    const argv = ["run", "lib:l3fwd", "--topology", "pod-topo/topology.json", "--packet", "h1: eth"];
    const { err } = await runInProcess(argv, { files: without });
    expect(err).toMatch(/switch s2 runs build\/l3fwd\.json, and there is no l3fwd\.p4 .*--program s2=FILE/);
  });
});
