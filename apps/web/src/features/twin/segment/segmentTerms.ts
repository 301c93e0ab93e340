import type { RouterOutputs } from "@/lib/trpc.ts";

type TwinSegment = RouterOutputs["twin"]["get"]["segments"][number];
type State = RouterOutputs["twin"]["state"][number];

export type TermRow = {
  id: string;
  element: string;
  term: string;
  us: number | null;
  lowUs: number | null;
  highUs: number | null;
  /** of the whole element, on its first row */
  observedUs: number | null;
};

/**
 * Every term of a segment's prediction in the order of its elements, what was observed of an element on its first row.
 */
export function segmentTerms(twin: TwinSegment, state: State | undefined): TermRow[] {
  return twin.segment.elements.flatMap((element, i): TermRow[] => {
    const observedUs = state?.parts[i + 1]?.meanUs ?? null;
    const terms = twin.elementPredictions[i]?.terms ?? [];
    if (terms.length === 0)
      return [
        {
          id: `${i}`,
          element: element.label,
          term: "not predicted",
          us: null,
          lowUs: null,
          highUs: null,
          observedUs,
        },
      ];
    return terms.map((t, k) => ({
      id: `${i}/${k}`,
      element: k === 0 ? element.label : "",
      term: t.kind === "program" || t.kind === t.label ? t.label : `${t.kind}: ${t.label}`,
      us: t.us,
      lowUs: t.lowUs,
      highUs: t.highUs,
      observedUs: k === 0 ? observedUs : null,
    }));
  });
}
