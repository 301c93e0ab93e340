import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import { BMV2_CASES } from "../../../testing/run/bmv2/cases.ts";
import { smallSwitch } from "../../../testing/run/smallSwitch.ts";
import { install } from "../runtime/install.ts";
import { bytesOfHex, hexOf } from "../values/hex.ts";

const FOLDER = new URL("../fixtures/bmv2/", import.meta.url);
const cases = new Map(Object.entries(BMV2_CASES).map(([name, each]) => [name.replace(/[^\w]+/g, "-"), each]));

/**
 * What left simple_switch for the small programs, recorded by `npm run bench bmv2` with P4TWIN_BMV2_RECORD=1; the first
 * line of a file names the versions. A `?`: BMv2 reads what earlier packets left in a header that is not valid.
 */
describe("the small programs send what BMv2 sent", () => {
  it.each(readdirSync(FOLDER).map((file) => basename(file, ".txt")))("%s", (name) => {
    const { parts, open } = cases.get(name)!;
    const [given = "", sent = ""] = readFileSync(new URL(`${name}.txt`, FOLDER), "utf8").split("\n\n");
    const target = smallSwitch(parts);
    const commands = given.split("\n").filter((line) => !line.startsWith("#"));
    expect(install(target, commands.join("\n"), name)).toEqual([]);
    const lines = sent.trim().split("\n");
    expect(lines.length).toBeGreaterThan(5);
    for (const line of lines) {
      const [port = "", hex = "", theirs = ""] = /^(\d+):(\w*) ->(?: (.*))?$/.exec(line)?.slice(1) ?? [];
      const ours = target.receive(Number(port), bytesOfHex(hex)).map((each) => {
        if (open) each.bytes.fill(0, open[0], open[1]);
        return { port: each.port, text: `${each.port}:${hexOf(each.bytes)}` };
      });
      // BMv2 gives no order across ports
      const shown = ours.sort((a, b) => a.port - b.port).map(({ text }) => text);
      if (theirs !== "?") expect(`${port}:${hex} -> ${shown.join(" ")}`.trim()).toBe(line);
    }
  });
});
