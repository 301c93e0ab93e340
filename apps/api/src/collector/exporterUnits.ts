import {
  type DecodeOptions,
  type NodeUnits,
  type ReportBatch,
  UnitEvidence,
  unitsAreOpen,
  unitsOf,
  unitWords,
  withUnits,
} from "@p4twin/models/telemetry";

/** Reports that are looked at (our choice): what they do not show, the owner must say. */
const LOOKED_AT = 2_000;
/** Reports after which the evidence is weighed: each of the first ones, then one in so many (our choice). */
const FIRST_REPORTS = 16;
const WEIGH_EVERY = 16;
/** Reports of one exporter are all that this evidence holds. */
const EXPORTER = 0;

/** What an exporter's times count, by what that is known, and the sentence that says why. */
export type ExporterUnits = {
  timestamp: "ns" | "us";
  latency: "ns" | "us";
  basis: "settings" | "evidence" | "assumed" | "doubtful";
  evidence: string;
};

/** Follows what the reports of one exporter show of their units, as long as its settings leave them open. */
export class UnitWatch {
  /** something speaks against nanoseconds and nothing is certain: its reports are counted, not measured */
  doubtful = false;
  /** reports are still looked at */
  watches = false;
  private evidence: UnitEvidence | null = null;
  private lookedAt = 0;

  /** The options with what is known of the units. */
  apply(options: DecodeOptions): DecodeOptions {
    this.watches = unitsAreOpen(options) && this.lookedAt < LOOKED_AT;
    if (!unitsAreOpen(options)) {
      this.doubtful = false;
      return options;
    }
    this.evidence ??= new UnitEvidence();
    const { timestamp, latency } = this.evidence.ofExporter(EXPORTER);
    return withUnits(options, timestamp, latency);
  }

  /** Takes the reports of a batch that arrived at `arrivedUs`; true when the options should be made anew. */
  note(batch: ReportBatch, options: DecodeOptions, arrivedUs: number): boolean {
    if (this.evidence === null || !this.watches) return false;
    let weigh = false;
    for (let r = 0; r < batch.reports; r++) {
      const index = batch.exporter[r];
      batch.exporter[r] = EXPORTER;
      this.evidence.note(batch, r, arrivedUs);
      batch.exporter[r] = index;
      this.lookedAt++;
      weigh ||= this.lookedAt <= FIRST_REPORTS || this.lookedAt % WEIGH_EVERY === 0;
    }
    this.watches = this.lookedAt < LOOKED_AT;
    if (!weigh) return false;
    this.doubtful = this.evidence.isDoubtful(EXPORTER);
    const { timestamp, latency } = this.evidence.ofExporter(EXPORTER);
    return withUnits(options, timestamp, latency) !== options;
  }

  state(options: DecodeOptions): ExporterUnits {
    const { timestamp, latency } = unitsOf(options);
    if (this.evidence === null) return { timestamp, latency, basis: "settings", evidence: "" };
    const basis = this.doubtful ? "doubtful" : unitsAreOpen(options) ? "assumed" : "evidence";
    return { timestamp, latency, basis, evidence: sentenceOf(this.evidence.list()) };
  }
}

/** The sentence of the node that shows most. */
function sentenceOf(nodes: readonly NodeUnits[]): string {
  const [most] = [...nodes].sort((a, b) => b.clock.tried - a.clock.tried);
  return most ? unitWords(most) : "";
}
