import { parseDeviceProfile } from "@p4twin/models/device";
import { libraryFiles } from "@p4twin/models/library";
import { checkText, programNeeds } from "@p4twin/models/program";
import { parseTopology } from "@p4twin/models/topology";
import { expect, test } from "vitest";
import { demoBindings } from "./bindings.ts";

const elements = ["web-edge", "video-cache"].flatMap(demoBindings).flatMap((segment) => segment.elements);
const pairs = new Map(
  elements.flatMap((element) => {
    if (element.kind !== "switch") return [];
    const { label, program, device } = element;
    if (program === null || device === null) throw new Error(`${label} has no program or no device`);
    return [[label, { label, program, device }] as const];
  }),
);

const profileOf = (id: string) => {
  const file = `devices/${id}.json`;
  const profile = parseDeviceProfile(libraryFiles[file] ?? "", file);
  if (!profile.ok) throw new Error(`the library has no profile ${id}`);
  return profile.value;
};

/** What a program needs and its device's profile says it does not have. */
function lacks(program: string, device: string): string[] {
  const fileName = `${program.replace(/^lib:/, "")}.p4`;
  const source = libraryFiles[`programs/${fileName}`] ?? "";
  const missing = profileOf(device).capabilities.filter(({ support }) => support === "no");
  const needs = programNeeds(checkText({ fileName, source, includes: {} }));
  return needs.filter((need) => missing.some(({ name }) => name === need));
}

test.each([...pairs.values()])("$label: $device can run $program", ({ program, device }) => {
  expect(lacks(program, device)).toEqual([]);
});

test.each([...pairs.values()])("$label: the cloud has a device like $device there", ({ label, device }) => {
  const path = "topologies/demo-cloud.yaml";
  const { topology } = parseTopology(libraryFiles[path] ?? "", path);
  const node = topology?.nodes.find(({ id }) => id === label);
  expect(node?.kind === "device" ? profileOf(node.profile ?? "").kind : null).toBe(profileOf(device).kind);
});

test("a pair that cannot exist would be seen: the Agilio has no queue metadata (thesis Sec. 6.3.4)", () => {
  expect(lacks("lib:latency_control_uc1", "agilio-cx")).not.toEqual([]);
});
