import { estimateProgram, type LatencyProgram, latencyForms } from "@p4twin/models/latency";
import { findPath, type Outcome } from "@p4twin/models/program";
import {
  type Prediction,
  predictSegment,
  predictSwitch,
  predictVnf,
  type SwitchEstimate,
} from "@p4twin/models/twin";
import type { BoundSegment, Element } from "../deployments/schema.ts";
import type { DeviceService } from "../devices/service.ts";
import { type EstimatesByEngine, isOwnEngine } from "../engines/ownEngines.ts";
import { DomainError } from "../errors.ts";
import type { ReadProgram } from "../programs/readProgram.ts";

type SwitchElement = Extract<Element, { kind: "switch" }>;
export type SegmentPrediction = { prediction: Prediction; elementPredictions: Prediction[] };
export type Predictor = { predict(segment: BoundSegment): Promise<SegmentPrediction> };

/** A segment's packets are forwarded: paths that drop them do not count for its slowest and fastest. */
const FORWARDED: readonly Outcome[] = ["forward", "recirculate", "clone"];

/** The paths that forward; one whose outcome is not known counts as one. */
const forwarded = (program: LatencyProgram): LatencyProgram => ({
  ...program,
  paths: program.paths.filter(({ outcome }) => outcome === undefined || FORWARDED.includes(outcome)),
});

/** The program with the path `id` among those listed, when it has one beyond them. */
function withPath(program: LatencyProgram, id: string): LatencyProgram {
  if (!program.walks || program.paths.some((path) => path.id === id)) return program;
  const found = findPath(program.walks, id);
  return found ? { ...program, paths: [...program.paths, found] } : program;
}

/** Predicts segments from the programs and profiles that their elements name; what cannot be found is unknown, with the reason. */
export function createPredictor({
  readProgram,
  devices,
  ownEstimates,
}: {
  readProgram: ReadProgram;
  devices: Pick<DeviceService, "get">;
  /** estimates by engines of the workspace */
  ownEstimates: EstimatesByEngine;
}): Predictor {
  const estimate = async (element: SwitchElement): Promise<SwitchEstimate | null> => {
    if (!element.program || !element.device) return null;
    const [program, device] = await Promise.all([readProgram(element.program), devices.get(element.device)]);
    if (!program) return null;
    const asked = withPath(program, element.path);
    const form = latencyForms.find((f) => f.id === element.engine);
    const { estimates, extremes } = isOwnEngine(element.engine)
      ? await ownEstimates.estimate(element.engine, forwarded(asked), device.document)
      : estimateProgram({ program: asked, device: device.document, form, outcomes: FORWARDED });
    const known = [...estimates, ...(extremes?.fastest ?? []), ...(extremes?.slowest ?? [])].flatMap((e) =>
      e.meanUs === null ? [] : [{ ...e, meanUs: e.meanUs }],
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
