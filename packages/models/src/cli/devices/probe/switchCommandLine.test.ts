import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { notesIn, switchCommandLine } from "./switchCommandLine.ts";

const folder = mkdtempSync(join(tmpdir(), "p4twin-command-line-"));
afterAll(() => rmSync(folder, { recursive: true }));

const SCRIPT = "targets/simple_switch/sswitch_CLI.py";
/** A tree of BMv2 with these files; where its switch is. */
function tree(name: string, build: string, files: Readonly<Record<string, string>>): string {
  for (const [file, text] of Object.entries({
    [`${build}thrift_src/gen-py/x`]: "",
    [SCRIPT]: "",
    ...files,
  })) {
    const path = join(folder, name, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return join(folder, name, build, "targets/simple_switch/simple_switch");
}

test.each([
  ["by make, where the sources are", "", {}],
  ["by CMake, in a folder of them", "build/", {}],
  [
    "by CMake, that says where they are",
    "out/of/tree/",
    { "out/of/tree/CMakeCache.txt": `CMAKE_HOME_DIRECTORY:INTERNAL=${join(folder, "said")}\n` },
  ],
])("a switch built %s is told its commands by the script of its sources", (_how, build, files) => {
  const name = build === "out/of/tree/" ? "said" : `tree ${build.length}`;
  const { command } = switchCommandLine(tree(name, build, files), 9090);
  expect(command.slice(1)).toEqual([join(folder, name, SCRIPT), "--thrift-port", "9090"]);
});

test("an installed one has its command line beside it", () => {
  expect(switchCommandLine("/usr/bin/simple_switch", 9090).command[0]).toBe("/usr/bin/simple_switch_CLI");
  expect(switchCommandLine("simple_switch", 9090).command[0]).toBe("simple_switch_CLI");
});

test.each([
  [
    "with nanomsg: notices have a place",
    "--notifications-addr arg  where notices go",
    ["--notifications-addr", "ipc:///here/notes"],
  ],
  ["without: it would refuse the option", "--thrift-port arg", []],
])("built %s", (how, help, options) => {
  const path = join(folder, `switch ${how.length}`);
  writeFileSync(path, `#!/bin/sh\necho "${help}" >&2\n`);
  chmodSync(path, 0o755);
  expect(notesIn("/here", path)).toEqual(options);
});
