import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { probePacket } from "../../../device/index.ts";
import { InputError } from "../../errors.ts";
import { openBmv2Rig } from "./bmv2Rig.ts";

/** Passes frames from port 0 on to port 1; the 53rd is lost. Built without nanomsg. */
const PASSES = `#!/usr/bin/env python3
import os, socket, sys
here = os.path.dirname(os.path.abspath(__file__))
if "--version" in sys.argv:
    print("1.15.5-stand-in")
    sys.exit()
if "--notifications-addr" in sys.argv:
    sys.exit("Error while parsing command line arguments")
if "--help" in sys.argv:
    sys.exit("-i, --thrift-port")
def opened(name):
    link = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(3))
    link.bind((name, 0))
    return link
names = dict(each.split("@") for each in sys.argv if "@" in each)
a, b = opened(names["0"]), opened(names["1"])
for name in ("listens", "pid"):
    with open(os.path.join(here, name), "w") as out:
        out.write(str(os.getpid()))
count = 0
while True:
    data, address = a.recvfrom(2048)
    if address[2] != socket.PACKET_OUTGOING and data[12:14] == b"\\x08\\x00":
        count += 1
        if count != 53:
            b.send(data)
`;
const COMPILES = `#!/bin/sh
[ "$1" = --version ] && { echo "p4c-bm2-ss"; echo "Version 1.2.3 (SHA: x)"; exit 0; }
grep -q broken "$5" && { echo "$5(1): error: it is broken" >&2; exit 1; }
cp "$5" "$4"
`;
/** Ends at once until the switch listens, as the real one does. */
const COMMANDS = `#!/bin/sh
rm "$(dirname "$0")/listens" 2>/dev/null || exit 1
while read -r line; do case "$line" in bad*) echo "Error: Invalid table";; esac; done
`;

const folder = mkdtempSync(join(tmpdir(), "p4twin-rig-"));
const executable = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  chmodSync(path, 0o755);
  return path;
};
const tools = { switch: executable("simple_switch", PASSES), compiler: executable("p4c", COMPILES) };
executable("simple_switch_CLI", COMMANDS);
afterAll(() => rmSync(folder, { recursive: true }));

function canOpen(): boolean {
  try {
    execFileSync("unshare", ["--net", "python3", "-c", "import socket"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
const isRoot = process.platform === "linux" && process.getuid?.() === 0 && canOpen();
if (!isRoot) console.warn("The rig of p4twin probe is NOT tested here: that needs root, Linux and Python 3.");

const job = (text: string, commands = "table_add t a 0 => 1"): Parameters<Rig["measure"]>[0] => {
  const program = `p${text.length}`;
  const source = join(folder, `${program}.p4`);
  writeFileSync(source, text);
  return { program, source, commands, frame: probePacket(256), packets: 40, perSecond: 350 };
};
type Rig = Awaited<ReturnType<typeof openBmv2Rig>>;

async function withRig<T>(use: (rig: Rig) => Promise<T>, given = tools): Promise<T> {
  const rig = await openBmv2Rig(given);
  try {
    return await use(rig);
  } finally {
    await rig.close();
  }
}

const refusal = async (use: () => Promise<unknown>): Promise<string> => {
  const error = await use().then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(InputError);
  return error instanceof InputError ? `${error.file}: ${error.message}` : "";
};

describe.runIf(isRoot)("a switch between two veth pairs, by a stand-in for it", () => {
  it("has a time for each packet but those that warm up and the one that is lost", async () => {
    const [first, second] = await withRig(async (rig) => [
      (await rig.measure(job("program"))).latenciesUs,
      (await rig.measure(job("another program"))).latenciesUs,
    ]);
    for (const latencies of [first, second]) {
      expect(latencies).toHaveLength(39);
      expect(Math.min(...latencies!)).toBeGreaterThan(0);
    }
  }, 60_000);

  it("leaves no interface and no process behind", async () => {
    const names = (): string => execFileSync("ip", ["-o", "link"], { encoding: "utf8" });
    const before = names();
    await withRig(async (rig) => {
      await rig.measure(job("program"));
      expect(names()).toBe(before);
    });
    const pid = Number(readFileSync(join(folder, "pid"), "utf8"));
    expect(() => process.kill(pid, 0)).toThrow("ESRCH");
  }, 60_000);

  it("names versions and machine", async () => {
    expect(await withRig((rig) => rig.evidence())).toMatchObject({
      ...{ switchVersion: "simple_switch 1.15.5-stand-in", compilerVersion: "p4c 1.2.3" },
      ...{
        machine: expect.stringMatching(/processors, Linux \d/),
        date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      },
    });
  }, 60_000);

  it.each([
    [
      "a program that does not compile",
      tools,
      job("broken"),
      /p6\.p4: p4c does not compile it: error: it is broken/,
    ],
    [
      "entries that are refused",
      tools,
      job("program", "bad 1"),
      /the switch refuses its entries: Error: Invalid table/,
    ],
    [
      "no compiler",
      { ...tools, compiler: "/nowhere/p4c" },
      job("program"),
      /\/nowhere\/p4c: cannot be started .*--compiler/,
    ],
  ])(
    "%s: in words, with the remedy",
    async (_, given, made, message) => {
      expect(await refusal(() => withRig((rig) => rig.measure(made), given))).toMatch(message);
    },
    60_000,
  );
});
