import type { Path } from "../../program/index.ts";
import type { Target } from "../target.ts";
import { hexOf } from "../values/hex.ts";
import type { Witness } from "./findWitnesses.ts";
import { type NamedEntry, namedDefaults, namedEntries } from "./setupWords.ts";
import { needsTime, pathWords } from "./stfOf.ts";

/** P4Runtime's largest priority that other entries leave room above. */
const PRIORITY = 1_000_000;

/**
 * The witnesses as one Python file for PTF, a class for each path. Entries go through p4runtime-shell, since PTF has no
 * control plane; what P4Runtime cannot set on BMv2 skips the test and says so.
 */
export function ptfOf(
  program: string,
  tests: readonly { path: Path; witness: Witness }[],
  target: Target,
): string {
  return `${HEAD.replace("PROGRAM", program.replace(/[\r\n"\\]/g, " "))}${tests
    .map(({ path, witness }) => classOf(path, witness, target))
    .join("")}`;
}

const HEAD = `"""A packet for each path of PROGRAM, made by p4twin test --generate.

ptf --test-dir . --interface 0@veth1 ... --test-params="p4info='p4info.txt';config='program.json'"
with a P4Runtime server (grpc='HOST:PORT', device=N in the parameters) and p4runtime-shell installed.
"""
from ptf import testutils
from ptf.base_tests import BaseTest
import ptf


class PathTest(BaseTest):
    def setUp(self):
        from p4runtime_sh import shell

        BaseTest.setUp(self)
        self.shell = shell
        self.dataplane = ptf.dataplane_instance
        self.dataplane.flush()
        params = testutils.test_params_get()
        shell.setup(
            device_id=int(params.get("device", 0)),
            grpc_addr=params.get("grpc", "localhost:9559"),
            election_id=(0, 1),
            config=shell.FwdPipeConfig(params["p4info"], params["config"]),
        )

    def tearDown(self):
        self.shell.teardown()
        BaseTest.tearDown(self)

    def add(self, table, action, keys, parameters, priority=None):
        entry = self.shell.TableEntry(table)(action=action)
        for name, value in keys.items():
            entry.match[name] = value
        for name, value in parameters.items():
            entry.action[name] = value
        if priority is not None:
            entry.priority = priority
        entry.insert()

    def set_default(self, table, action, parameters):
        entry = self.shell.TableEntry(table)(action=action, is_default=True)
        for name, value in parameters.items():
            entry.action[name] = value
        entry.modify()

    def clone_to(self, session, port):
        self.shell.CloneSessionEntry(session).add(port, 1).insert()

    def multicast_to(self, group, ports):
        entry = self.shell.MulticastGroupEntry(group)
        for port in ports:
            entry.add(port, 1)
        entry.insert()

    def send(self, port, packet):
        testutils.send_packet(self, port, bytes.fromhex(packet))

    def expect(self, port, packet):
        testutils.verify_packet(self, bytes.fromhex(packet), port)
`;

function classOf(path: Path, witness: Witness, target: Target): string {
  const { setup, port, bytes, sent } = witness;
  const lines: string[] = [];
  if (needsTime(witness)) lines.push(skip("the packet must come at a time or wait in a queue"));
  for (const { words } of setup.commands) lines.push(skip(`P4Runtime of BMv2 cannot set ${words[0]}`));
  for (const each of setup.sessions) lines.push(`self.clone_to(${each.session}, ${each.port})`);
  for (const { group, ports } of setup.groups)
    lines.push(`self.multicast_to(${group}, [${ports.join(", ")}])`);
  for (const { table, action, parameters } of namedDefaults(setup, target))
    lines.push(`self.set_default(${text(table)}, ${text(action)}, ${valuesOf(parameters)})`);
  for (const entry of namedEntries(setup, target)) lines.push(addition(entry));
  lines.push(`self.send(${port}, ${text(hexOf(bytes))})`);
  for (const each of sent) lines.push(`self.expect(${each.port}, ${text(hexOf(each.bytes))})`);
  lines.push("testutils.verify_no_other_packets(self)");
  const name = `Path${path.id.slice(1)}`;
  const title = pathWords(path).replace(/["\\\r\n]/g, " ");
  const body = lines.map((line) => `        ${line}\n`).join("");
  return `\n\nclass ${name}(PathTest):\n    """${title}"""\n\n    def runTest(self):\n${body}`;
}

/** A string of Python: names and hexadecimal digits need the escapes of JSON only. */
const text = (value: string): string => JSON.stringify(value);
const skip = (why: string): string => `self.skipTest(${text(why)})`;

const valuesOf = (parameters: NamedEntry["parameters"]): string =>
  `{${parameters.map(({ name, value }) => `${text(name)}: ${text(`0x${value.toString(16)}`)}`).join(", ")}}`;

function addition({ table, keys, action, parameters, hasPriority }: NamedEntry): string {
  const matches = keys
    .filter(({ kind }) => kind !== "selector")
    .map(({ name, kind, match, width }) => `${text(name)}: ${text(matchText(match, kind, width))}`);
  const priority = hasPriority ? `, ${PRIORITY}` : "";
  return `self.add(${text(table)}, ${text(action)}, {${matches.join(", ")}}, ${valuesOf(parameters)}${priority})`;
}

function matchText(match: NamedEntry["keys"][number]["match"], kind: string, width: number): string {
  const value = `0x${("value" in match && typeof match.value === "bigint" ? match.value : 0n).toString(16)}`;
  switch (kind) {
    case "lpm":
      return `${value}/${width}`;
    case "ternary":
      return `${value}&&&0x${((1n << BigInt(width)) - 1n).toString(16)}`;
    case "range":
      return `${value}..${value}`;
    default:
      return value;
  }
}
