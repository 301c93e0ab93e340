import type { Diagnostic } from "@p4twin/models/core";
import {
  type BatchGoal,
  libraryServer,
  libraryServerIds,
  type ProfileReport,
  profileReport,
  readMeasurement,
  tuningScript,
} from "@p4twin/models/server";
import {
  type DeployedFile,
  deployFile,
  type Synthesis,
  synthesiseFile,
  toClick,
  toOpenFlow,
  toP4,
} from "@p4twin/models/synthesis";
import { type ScaleFigure, scaleFigure } from "./scaleFigure.ts";
import type { Source, SourceFile } from "./source.ts";
import { givenWith, readFilesOf, readSource } from "./sources.ts";
import { type SynthesisView, synthesisView } from "./synthesisView.ts";

const OUTPUT_TARGETS = ["click", "openflow", "p4", "entries"] as const;
export type OutputTarget = (typeof OUTPUT_TARGETS)[number];

export type ServerQuestion =
  | { kind: "synthesise"; source: Source }
  | { kind: "output"; target: OutputTarget }
  | { kind: "profile"; source: Source; packets: number | null; goal: BatchGoal }
  | { kind: "scale"; gbps: number | null }
  | { kind: "deploy"; source: Source };

/** `report` beside its commands as a script. */
export type ProfileAnswer = { report: ProfileReport; script: string; warnings: Diagnostic[] };
export type DeployAnswer = DeployedFile;

export type ServerProgress = { filters: number; stage: "traverse" | "compress" };

export type ServerAnswer =
  | { kind: "synthesis"; view: SynthesisView }
  | { kind: "output"; target: OutputTarget; text: string | null; diagnostics: Diagnostic[] }
  | { kind: "profile"; answer: ProfileAnswer }
  | { kind: "scale"; figure: ScaleFigure }
  | { kind: "deploy"; answer: DeployAnswer }
  | { kind: "problems"; diagnostics: Diagnostic[] };

type OnFilters = (filters: number, stage: ServerProgress["stage"]) => void;

const problem = (message: string): ServerAnswer => ({
  kind: "problems",
  diagnostics: [{ severity: "error", code: "servers", message, span: null }],
});
const noExample = problem("there is no such example; choose one of the list");

/** What answers the page of servers; it keeps the last synthesis: outputs are made when they are asked for. */
export function createServerAnswers(): (
  question: ServerQuestion,
  onProgress: (progress: ServerProgress) => void,
) => ServerAnswer {
  let last: Synthesis | null = null;

  const synthesise = (source: Source, onProgress: OnFilters): ServerAnswer => {
    const read = readSource(source, "clicks", ".yaml");
    if (read === null) return noExample;
    const { synthesis, diagnostics } = synthesiseFile(read, readFilesOf(source), { onProgress });
    if (synthesis === null) return { kind: "problems", diagnostics: [...diagnostics] };
    last = synthesis;
    return { kind: "synthesis", view: synthesisView(synthesis, read.file, read.text) };
  };

  return (question, onProgress) => {
    const onFilters: OnFilters = (filters, stage) => onProgress({ filters, stage });
    switch (question.kind) {
      case "synthesise":
        return synthesise(question.source, onFilters);
      case "output":
        if (last === null) return problem("synthesise a chain first");
        return { kind: "output", target: question.target, ...outputOf(last, question.target) };
      case "profile":
        return profile(question);
      case "scale":
        return { kind: "scale", figure: scaleFigure(question.gbps) };
      case "deploy":
        return deploy(question.source, onFilters);
    }
  };
}

function deploy(source: Source, onProgress: OnFilters): ServerAnswer {
  const read = readSource(source, "metron/chains", ".yaml");
  if (read === null) return noExample;
  const readChain = (named: string) => chainOf(source, named);
  const { deployed, diagnostics } = deployFile(read, readChain, readFilesOf(source), { onProgress });
  if (deployed === null) return { kind: "problems", diagnostics: [...diagnostics] };
  return { kind: "deploy", answer: deployed };
}

/** The chain that an offload file names: of the library, or given with it. */
const chainOf = (source: Source, named: string): SourceFile | null =>
  named.startsWith("lib:")
    ? readSource({ kind: "example", name: named.slice("lib:".length) }, "clicks", ".yaml")
    : givenWith(source, named);

function outputOf(
  synthesis: Synthesis,
  target: OutputTarget,
): { text: string | null; diagnostics: Diagnostic[] } {
  if (target === "click") return toClick(synthesis);
  if (target === "openflow") return toOpenFlow(synthesis);
  const made = toP4(synthesis);
  if (made.program === null) return { text: null, diagnostics: made.diagnostics };
  return { text: target === "p4" ? made.program : made.commands, diagnostics: made.diagnostics };
}

function profile({ source, packets, goal }: Extract<ServerQuestion, { kind: "profile" }>): ServerAnswer {
  const read = readSource(source, "servers/counters", ".json");
  if (read === null) return noExample;
  const { measurement, diagnostics } = readMeasurement(read.text, read.file, {
    id: null,
    packets,
    cores: [],
  });
  if (measurement === null) return { kind: "problems", diagnostics };
  const functions = measurement.functions.map((f) => ({ ...f, packets: f.packets ?? packets }));
  if (functions.every((f) => f.packets === null))
    return problem("the file does not say how many packets were handled: enter it under Packets of the run");
  const id = measurement.server ?? libraryServerIds()[0] ?? "";
  const server = libraryServer(id);
  if (server === null)
    return problem(`the file names the server ${id}; the library knows ${libraryServerIds().join(", ")}`);
  const report = profileReport({ ...measurement, functions }, server, { goal, basis: "slowest" });
  return {
    kind: "profile",
    answer: { report, script: tuningScript(report.advice.steps), warnings: diagnostics },
  };
}
