import { describe, expect, it } from "vitest";
import { libraryFiles } from "../../library/index.ts";
import { runInProcess } from "../../testing/cli/testIo.ts";
import { deviceProfileSchema, libraryDeviceIds } from "../device/index.ts";
import { commandTable } from "./commandTable.ts";
import { formatTable } from "./table.ts";

describe("frame", () => {
  it.each([
    { argv: [], code: 2, err: /usage: p4twin COMMAND/ },
    { argv: ["devces"], code: 2, err: /unknown command "devces" \(did you mean "devices"\?\)/ },
    { argv: ["devices", "--jsn"], code: 2, err: /unknown option --jsn \(did you mean "--json"\?\)/ },
    { argv: ["devices", "cpu", "npu"], code: 2, err: /one device at a time/ },
    { argv: ["features"], code: 2, err: /FILE is missing/ },
    { argv: ["features", "a.p4", "b.p4"], code: 2, err: /"b\.p4" is one too many/ },
    { argv: ["features", "a.p4", "-D", "1X=2"], code: 2, err: /-D takes NAME or NAME=VALUE/ },
    { argv: ["features", "a.p4", "-I"], code: 2, err: /-I, --include <value>' argument missing/ },
    { argv: ["estimate", "a.p4"], code: 2, err: /--device ID\|FILE is missing/ },
    {
      argv: ["estimate", "a.p4", "--device", "cpu", "--packet", "1.5"],
      code: 2,
      err: /--packet takes a whole number/,
    },
    { argv: ["estimate", "a.p4", "--device", "cpu", "--packet", "-1"], code: 2, err: /--packet/ },
    {
      argv: ["estimate", "a.p4", "--device", "cpu", "--engine", "p9"],
      code: 2,
      err: /Unknown estimator "p9".*linear, p8/,
    },
    {
      argv: ["estimate", "a.p4", "--device", "cpu", "--extern", "hash"],
      code: 2,
      err: /--extern takes NAME=DEVICE/,
    },
    { argv: ["check", "a.p4", "--device", "cpu"], code: 2, err: /--max-us N is missing/ },
    {
      argv: ["check", "a.p4", "--device", "cpu", "--max-us", "soon"],
      code: 2,
      err: /takes a number greater than 0, not "soon"/,
    },
  ])("bad usage exits 2 and names the remedy: $argv", async ({ argv, code, err }) => {
    const ran = await runInProcess(argv);
    expect(ran.err).toMatch(err);
    expect(ran).toMatchObject({ code, out: "" });
  });

  it.each([
    { argv: ["features", "none.p4"], err: /^none\.p4: error: no such file.*\[file-unreadable\]$/m },
    {
      argv: ["features", "lib:l3fw"],
      err: /^lib:l3fw: error: .*did you mean "l3fwd".*\[library-unknown\]$/m,
    },
    { argv: ["devices", "agilio"], err: /^agilio: error: no such device in the library.*agilio-cx/m },
    { argv: ["devices", "none.json"], err: /^none\.json: error: no such file/m },
    { argv: ["devices", "bad.json"], err: /^bad\.json:2:6: error: id: .*\[profile-field\]$/m },
    {
      argv: ["devices", "broken.json"],
      err: /^broken\.json:1:\d+: error: .*must be valid JSON or YAML \[profile-syntax\]$/m,
    },
    {
      argv: ["estimate", "lib:l3fwd", "--device", "./none.json"],
      err: /^\.\/none\.json: error: no such file/m,
    },
  ])("bad input exits 1 with a diagnostic on standard error: $argv", async ({ argv, err }) => {
    const files = { "bad.json": '{"schemaVersion": 1,\n"id":"A B"}', "broken.json": '{"id": "x"' };
    const ran = await runInProcess(argv, { files });
    expect(ran.err).toMatch(err);
    expect(ran).toMatchObject({ code: 1, out: "" });
  });

  it("help lists every command, and each command explains itself", async () => {
    const { code, out } = await runInProcess(["--help"]);
    expect(code).toBe(0);
    for (const { name, load } of commandTable) {
      expect(out).toContain(`  ${name}`);
      const command = await load();
      expect(command.name).toBe(name);
      const help = await runInProcess([name, "--help"]);
      expect(help).toMatchObject({ code: 0, err: "" });
      expect(help.out).toContain(`usage: p4twin ${name}`);
    }
  });

  it("says its version", async () => {
    expect((await runInProcess(["--version"])).out).toMatch(/^p4twin \d+\.\d+\.\d+\n$/);
  });

  it("aligns tables and does not pad the last column", () => {
    const columns = [{ title: "a" }, { title: "n", align: "right" as const }, { title: "text" }];
    expect(
      formatTable(columns, [
        ["x", "10", "long text"],
        ["yy", "5", ""],
      ]),
    ).toBe("a    n  text\nx   10  long text\nyy   5\n");
  });
});

describe("devices", () => {
  it("lists the library", async () => {
    const { code, out } = await runInProcess(["devices"]);
    expect(code).toBe(0);
    for (const id of libraryDeviceIds()) expect(out).toMatch(new RegExp(`^${id} `, "m"));
  });

  it("prints the library as one JSON document", async () => {
    const { out } = await runInProcess(["devices", "--json"]);
    expect(JSON.parse(out).devices.map((d: { id: string }) => d.id)).toEqual(libraryDeviceIds());
  });

  it("prints one profile with the source of each number", async () => {
    const { out } = await runInProcess(["devices", "agilio-cx"]);
    expect(out).toMatch(/linear\.baseUs +7\.45 +fitted: thesis, Eq\. 4\.5/);
    expect(out).toMatch(/corrections\[remove once\]\.us +17\.68/);
    expect(out).toMatch(/^thesis: H\. Harkous/m);
  });

  it.each(["agilio-cx", "mine.json", "lib:agilio-cx", "-"])(
    "%s --json is the profile itself, with null where it says nothing",
    async (name) => {
      const text = libraryFiles["devices/agilio-cx.json"]!;
      const { code, out } = await runInProcess(["devices", name, "--json"], {
        files: { "mine.json": text },
        stdin: text,
      });
      expect(code).toBe(0);
      expect(JSON.parse(out)).toEqual(deviceProfileSchema.parse(JSON.parse(text)));
    },
  );
});
