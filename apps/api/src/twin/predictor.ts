import { libraryFunctions } from "@p4twin/models/chain";
import { applyStandIns, estimateProgram, latencyForms } from "@p4twin/models/latency";
import { libraryFiles } from "@p4twin/models/library";
import { analyseProgram, type FeaturesReport } from "@p4twin/models/program";
import {
  type Prediction,
  predictSegment,
  predictSwitch,
  predictVnf,
  type SwitchEstimate,
} from "@p4twin/models/twin";
import type { BoundSegment, Element } from "../deployments/schema.ts";
import type { DeviceService } from "../devices/service.ts";
import { DomainError } from "../errors.ts";
import type { ProgramService } from "../programs/service.ts";

type SwitchElement = Extract<Element, { kind: "switch" }>;
export type SegmentPrediction = { prediction: Prediction; elementPredictions: Prediction[] };
export type Predictor = { predict(segment: BoundSegment): Promise<SegmentPrediction> };

type Source = {
  file: string;
  text: string;
  includes: Readonly<Record<string, string>>;
  /** extern of the source -> extern of the device that it stands for */
  standIns: Readonly<Record<string, string>>;
};

/** Programs are analysed once per version; versions never change, so the memory only needs a bound. */
const MAX_REMEMBERED = 500;

/** Predicts segments from the programs and profiles that their elements name; what cannot be found is unknown, with the reason. */
export function createPredictor({
  programs,
  devices,
}: {
  programs: ProgramService;
  devices: DeviceService;
}): Predictor {
  const analysed = new Map<string, FeaturesReport>();

  const source = async (ref: string): Promise<Source | null> => {
    if (!ref.startsWith("lib:")) {
      const version = await programs.get(ref);
      return { file: version.name, text: version.source, includes: version.includes, standIns: {} };
    }
    const file = `${ref.slice(4)}.p4`;
    const text = libraryFiles[`programs/${file}`];
    if (text === undefined) return null;
    const standIns = libraryFunctions().find((f) => f.program === `programs/${file}`)?.standIns ?? {};
    return { file, text, includes: {}, standIns };
  };

  const analyse = async (ref: string): Promise<FeaturesReport | null> => {
    const known = analysed.get(ref);
    if (known) return known;
    const found = await source(ref);
    if (!found) return null;
    const include = (path: string) => {
      const text = found.includes[path];
      return text === undefined ? null : { file: path, text };
    };
    const analysis = analyseProgram(found, { resolveInclude: include });
    const report = applyStandIns(analysis.report, found.standIns);
    if (analysed.size >= MAX_REMEMBERED) analysed.clear();
    analysed.set(ref, report);
    return report;
  };

  const estimate = async (element: SwitchElement): Promise<SwitchEstimate | null> => {
    if (!element.program || !element.device) return null;
    const [report, device] = await Promise.all([analyse(element.program), devices.get(element.device)]);
    if (!report) return null;
    const form = latencyForms.find((f) => f.id === element.engine);
    const { estimates } = estimateProgram({ program: report, device: device.document, form });
    // a segment's packets are forwarded: paths that drop them do not count for its slowest and fastest
    const forwarded = new Set(report.paths.filter((p) => p.outcome !== "drop").map((p) => p.id));
    const known = estimates.flatMap((e) =>
      e.meanUs !== null && forwarded.has(e.pathId) ? [{ ...e, meanUs: e.meanUs }] : [],
    );
    known.sort((a, b) => a.meanUs - b.meanUs);
    if (element.path === "min") return known[0] ?? null;
    if (element.path === "max") return known[known.length - 1] ?? null;
    return known.find((e) => e.pathId === element.path) ?? null;
  };

  const predictElement = async (element: Element): Promise<Prediction> => {
    if (element.kind === "vnf") return predictVnf(element);
    if (element.kind === "link")
      // INT cannot see a link between unsynchronised clocks: it is no part of the observed latency, nor of this one
      return { meanUs: 0, lowUs: 0, highUs: 0, terms: [], notes: [] };
    try {
      return predictSwitch(await estimate(element), element.queue, element.label);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return {
        meanUs: null,
        lowUs: null,
        highUs: null,
        terms: [],
        notes: [`${element.label}: ${error.message}`],
      };
    }
  };

  return {
    async predict(segment) {
      const elementPredictions = await Promise.all(segment.elements.map(predictElement));
      if (elementPredictions.length === 0) {
        const notes = ["no elements are described, so nothing can be predicted"];
        return {
          prediction: { meanUs: null, lowUs: null, highUs: null, terms: [], notes },
          elementPredictions,
        };
      }
      return { prediction: predictSegment(elementPredictions), elementPredictions };
    },
  };
}
