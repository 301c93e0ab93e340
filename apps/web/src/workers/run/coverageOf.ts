import { hasErrors } from "@p4twin/models/core";
import type { CheckedProgram } from "@p4twin/models/p4";
import { checkText, type ProgramText } from "@p4twin/models/program";
import {
  bytesOfHex,
  Coverage,
  createSwitch,
  findWitnesses,
  hasListedPaths,
  install,
  needsTime,
  pathWords,
  runStf,
  stfOf,
  WITH_LISTED_PATHS,
} from "@p4twin/models/run";
import type { CoverageReply, TestSet } from "./runQuestions.ts";

type Problems = CoverageReply["problems"];

/** What the packets of a test set pass together; a program that cannot be run gives nothing, and its run says why. */
export function coverageOf(program: ProgramText, set: TestSet): CoverageReply {
  const coverage = new Coverage();
  const problems: Problems = [];
  const checked = checkText(program);
  let packets = 0;
  if (!hasErrors(checked.diagnostics)) {
    for (const { name, text } of set.tests) {
      const run = runStf(checked, text, name, { coverage });
      packets += run.packets;
      for (const { message, at } of run.failures.slice(0, 1))
        problems.push({ name, message: at ? `line ${at.line}: ${message}` : message });
    }
    packets += sendAll(checked, program, set, coverage, problems);
    if (set.everyPath) packets += sendWitnesses(checked, coverage, problems);
  }
  const { statements, actions, states } = coverage;
  return { kind: "coverage", statements, actions, states, problems, packets };
}

function sendAll(
  checked: CheckedProgram,
  { entries }: ProgramText,
  { packets, port }: TestSet,
  coverage: Coverage,
  problems: Problems,
): number {
  if (packets.length === 0) return 0;
  const made = createSwitch(checked, { coverage });
  if (!made.ok) return 0;
  if (entries)
    for (const { message } of install(made.value, entries.text, entries.name).slice(0, 1))
      problems.push({ name: "table entries", message });
  for (const hex of packets) made.value.receive(port, bytesOfHex(hex));
  return packets.length;
}

/** A packet for each listed path, as the test that would be written for it. */
function sendWitnesses(checked: CheckedProgram, coverage: Coverage, problems: Problems): number {
  if (!hasListedPaths(checked)) {
    problems.push({ name: "every path", message: `packets are sought for ${WITH_LISTED_PATHS} only` });
    return 0;
  }
  const made = createSwitch(checked);
  if (!made.ok) return 0;
  let packets = 0;
  for (const test of findWitnesses(checked)) {
    const { path, witness } = test;
    const text = witness && !needsTime(witness) ? stfOf(path, witness, made.value) : null;
    if (text !== null) packets += runStf(checked, text, path.id, { coverage }).packets;
    else
      problems.push({
        name: pathWords(path),
        message: test.witness === null ? test.why : "its packet needs a time or a queue that no test can set",
      });
  }
  return packets;
}
