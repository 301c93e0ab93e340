import { describe, expect, it } from "vitest";
import { libraryFiles } from "../../library/index.ts";
import { BMV2_CASES } from "../../testing/run/bmv2/cases.ts";
import { generatedAgreement } from "../../testing/run/generatedAgreement.ts";
import { smallP4 } from "../../testing/run/smallSwitch.ts";
import { checkP4 } from "../p4/index.ts";
import { bytesOfHex, createSwitch, hexOf, install } from "./index.ts";

const small = Object.entries(BMV2_CASES).map(([name, { parts, commands = "" }]) => ({
  name,
  commands,
  text: smallP4(parts),
}));
const library = ["l3fwd", "l3fwd_firewall", "lb", "vxlan_decap"].map((name) => ({
  name,
  commands: "",
  text: libraryFiles[`programs/${name}.p4`]!,
}));

describe("the JavaScript that is made of a program does what its closures do", () => {
  it.each([...small, ...library])("$name", ({ name, commands, text }) => {
    const checked = checkP4({ file: `${name}.p4`, text });
    const program = { checked, commands: commands.split("\n"), bytes: 60 };
    expect(generatedAgreement(program, 60, 3).differs).toEqual([]);
  });

  it("also after it ran as closures", () => {
    const checked = checkP4({ file: "l3fwd.p4", text: libraryFiles["programs/l3fwd.p4"]! });
    const [warm, cold] = [5, Number.POSITIVE_INFINITY].map((generateAfter) => sentBy(checked, generateAfter));
    expect(warm).toEqual(cold);
  });
});

function sentBy(checked: ReturnType<typeof checkP4>, generateAfter: number): string[] {
  const made = createSwitch(checked, { generateAfter });
  if (!made.ok) throw new Error(made.error.message);
  const target = made.value;
  install(target, "table_add ipv4_lpm ipv4_forward 10.0.0.0/8 => 00:00:00:00:01:02 3", "commands");
  const packet = bytesOfHex(
    "00000000000208000000000108004500001c00010000401165cd0a0000010a0001020001000200080000",
  );
  return Array.from({ length: 12 }, (_, i) => {
    packet[22] = 60 + i;
    return target.receive(0, packet).map(({ port, bytes }) => `${port}: ${hexOf(bytes)}`);
  }).flat();
}
