import { hasErrors } from "@p4twin/models/core";
import { analyseText, checkText, p4TextOf } from "@p4twin/models/program";
import { createSwitch, hasListedPaths, install, readPacket } from "@p4twin/models/run";
import { graphOf } from "../program/graphOf.ts";
import { coverageOf } from "./coverageOf.ts";
import { firstPackets } from "./firstPackets.ts";
import { packetRun } from "./packetRun.ts";
import { pathsOf } from "./pathsOf.ts";
import type { RunAnswer, RunProblem, RunQuestion, RunReply } from "./runQuestions.ts";

/** The drop port of v1model is 511; what comes in comes on another one. */
const HIGHEST_PORT = 510;

/** Runs one packet through a program, on a switch that is new; and what the page shows beside it. */
export async function answerRun(question: RunQuestion): Promise<RunAnswer> {
  switch (question.kind) {
    case "run":
      return runPacket(question);
    case "capture":
      return await firstPackets(question.bytes);
    case "source":
      return { kind: "source", source: p4TextOf({ file: question.fileName, text: question.source }).text };
    case "graph":
      return { kind: "graph", graph: graphOf(analyseText({ ...question.program, entries: null })) };
    case "coverage":
      return coverageOf(question.program, question);
    case "paths":
      return await pathsOf(question);
  }
}

function runPacket(question: Extract<RunQuestion, { kind: "run" }>): RunReply {
  const { program, port, device } = question;
  const failed = (problems: RunProblem[]): RunReply => ({ kind: "run", problems, run: null });
  const checked = checkText(program);
  if (hasErrors(checked.diagnostics)) {
    const errors = checked.diagnostics.filter(({ severity }) => severity === "error");
    return failed(errors.map(({ message, span }) => problem("program", message, span)));
  }
  const made = createSwitch(checked, { trace: true, fields: true });
  if (!made.ok) return failed([problem("program", made.error.message, made.error.span)]);
  const target = made.value;
  const packet = readPacket(question.packet, target.headerShapes());
  const problems = program.entries
    ? install(target, program.entries.text, program.entries.name).map(({ message, span }) =>
        problem("entries", message, span),
      )
    : [];
  if (!packet.ok) problems.push(problem("packet", packet.error.message, packet.error.span));
  if (!Number.isInteger(port) || port < 0 || port > HIGHEST_PORT)
    problems.push(problem("port", `A packet comes in on a port from 0 to ${HIGHEST_PORT}.`, null));
  if (problems.length > 0 || !packet.ok) return failed(problems);
  // where a pass counts as a listed path its time is known
  const isTimed = hasListedPaths(checked);
  return { kind: "run", problems, run: packetRun(target, port, packet.value, isTimed ? device : null) };
}

const problem = (about: RunProblem["about"], message: string, span: RunProblem["span"]): RunProblem => ({
  about,
  message,
  span,
});
