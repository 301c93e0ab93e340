import { createRandom } from "../../src/core/index.ts";
import type { DeviceProfile } from "../../src/device/index.ts";
import { estimatePath, linearForm, referenceBytesOf } from "../../src/latency/index.ts";
import type { CheckedProgram } from "../../src/p4/index.ts";
import type { FeaturesReport, Path } from "../../src/program/index.ts";
import { UnsupportedError } from "../../src/run/compile/scope.ts";
import { createSwitch } from "../../src/run/createSwitch.ts";
import { keyOfPass, keyOfPath, shownTables } from "../../src/run/pathKey.ts";
import { passTime, recordingTimes } from "../../src/run/timing.ts";
import type { TraceEvent } from "../../src/run/trace.ts";

import { explorePackets } from "./explorePackets.ts";

/** Errors inside `extract` are on no listed path (rule F8). */
const UNLISTED = new Set(["PacketTooShort", "StackOutOfBounds", "HeaderTooShort", "ParserInvalidArgument"]);
/** A group without ports takes a packet away whatever the program says: no path tells. */
const isListed = (events: readonly TraceEvent[]): boolean =>
  !events.some(
    (event) =>
      (event.kind === "parserError" && UNLISTED.has(event.error)) ||
      (event.kind === "fate" && event.lacking && "group" in event.lacking),
  );

const predictedUs = (path: Path, device: DeviceProfile): number | null =>
  estimatePath(path, device, linearForm, referenceBytesOf(device)).meanUs;

export type Agreement = {
  taken: Set<string>;
  listed: Set<string>;
  unlisted: string[];
  passes: number;
  /** times on the device that differ from the prediction of the path that was taken, and of their steps from them */
  mistimed: string[];
};

/** The paths that packets take through a program, beside those that its analysis lists. */
export function agreementOf(
  checked: CheckedProgram,
  report: FeaturesReport,
  packets: number,
  device: DeviceProfile | null = null,
): Agreement {
  const shown = shownTables(report.tables.map(({ name }) => name));
  const made = createSwitch(checked, { trace: true });
  if (!made.ok) throw new UnsupportedError(made.error.message, made.error.span ?? null);
  const target = made.value;
  for (const group of [1, 2, 3]) {
    target.replication.createGroup(group);
    target.replication.associate(group, target.replication.createNode(group, [1, 2]));
  }
  for (let session = 0; session < 600; session++) target.replication.setSession(session, { port: 3 });
  const listed = new Set(report.paths.map(keyOfPath));
  const predicted = new Map(
    report.paths.map((path) => [keyOfPath(path), device && predictedUs(path, device)]),
  );
  const clones = new Set(report.clones?.map(keyOfPath));
  const unlistedClones = new Set<string>();
  const mistimed: string[] = [];
  const taken = new Set<string>();
  let passes = 0;
  explorePackets(target, checked, createRandom(11), packets, (explored) => {
    if (!isListed(explored.events)) return;
    for (const pass of explored.passes) {
      passes++;
      const key = keyOfPass(pass, shown);
      if (!pass.isWhole) {
        if (report.clones && !clones.has(key)) unlistedClones.add(key);
        continue;
      }
      const isNew = !taken.has(key);
      taken.add(key);
      if (!device || !isNew) continue;
      const { meanUs } = passTime(pass, "", device, null);
      const steps = recordingTimes(explored, device).filter(
        (_, i) => (explored.events[i]!.branch ?? 0) === pass.branch,
      );
      const summed = steps.reduce((sum, time) => sum + (time?.us ?? 0), 0);
      const isWhole = explored.branches.every(({ isNewPass }) => isNewPass);
      if (meanUs !== predicted.get(key) || (isWhole && Math.abs(summed - (meanUs ?? 0)) > 1e-6))
        mistimed.push(`${meanUs} us, steps ${summed} us, predicted ${predicted.get(key)}: ${key}`);
    }
  });
  const unlisted = [...taken].filter((each) => !listed.has(each));
  const clone = [...unlistedClones].map((key) => `clone ${key}`);
  return { taken, listed, unlisted: [...unlisted, ...clone], passes, mistimed };
}
