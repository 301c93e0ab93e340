import { libraryFiles } from "@p4twin/models/library";
import {
  cutDiagnostics,
  deployFile,
  deviceNames,
  fileAmong,
  libraryChainFile,
  numberPorts,
  type ReadChainFile,
  type Synthesis,
  synthesiseFile,
  synthesisReport,
  toClick,
  toOpenFlow,
  toP4,
} from "@p4twin/models/synthesis";

type Text = { file: string; text: string };
type WithOthers = Text & { others: readonly Text[] };
type Target = "click" | "openflow" | "p4";

const readerOf =
  (others: readonly Text[]): ReadChainFile =>
  (named) =>
    fileAmong(others, named) ?? libraryChainFile(libraryFiles, named);

/** A chain made one function, with what `to` run. */
export function synthesisTask({
  file,
  text,
  others,
  to,
  maxFilters,
}: WithOthers & { to: readonly Target[]; maxFilters?: number | undefined }) {
  const options = maxFilters === undefined ? {} : { maxFilters };
  const { synthesis, diagnostics } = synthesiseFile({ file, text }, readerOf(others), options);
  if (synthesis === null) return { ok: false as const, diagnostics: [...diagnostics] };
  return {
    ok: true as const,
    report: synthesisReport(synthesis, file),
    outputs: to.map((target) => outputOf(synthesis, target)),
    diagnostics: [...diagnostics, ...cutDiagnostics(synthesis.cuts)],
  };
}

function outputOf(synthesis: Synthesis, target: Target) {
  const base = { target, text: null, commands: null, devices: null, ports: null, serverPort: null };
  switch (target) {
    case "click":
      return { ...base, ...toClick(synthesis), devices: Object.fromEntries(deviceNames(synthesis)) };
    case "openflow":
      return { ...base, ...toOpenFlow(synthesis), ...numberPorts(synthesis) };
    case "p4": {
      const made = toP4(synthesis);
      if (made.program === null) return { ...base, diagnostics: made.diagnostics };
      const { program, commands, ports, diagnostics } = made;
      return { ...base, text: program, commands, ...ports, diagnostics };
    }
  }
}

/** A chain placed in the network of an offload file, its scenario played. */
export function offloadTask({ file, text, others, gbps }: WithOthers & { gbps?: number | undefined }) {
  const readChain: ReadChainFile = (named) => {
    if (!named.startsWith("lib:")) return fileAmong(others, named);
    const found = libraryFiles[`clicks/${named.slice("lib:".length)}.yaml`];
    return found === undefined ? null : { file: named, text: found };
  };
  const { deployed, diagnostics } = deployFile({ file, text }, readChain, readerOf(others), { gbps });
  if (deployed === null) return { ok: false as const, diagnostics: [...diagnostics] };
  const { report, timeline, placeable } = deployed;
  return {
    ok: true as const,
    report,
    timeline: timeline && { events: timeline.events, samples: timeline.samples },
    chains: placeable.file,
    notes: placeable.notes,
    diagnostics: [...diagnostics],
  };
}
