import {
  compileProfile,
  createUdpLocation,
  type DecodedReport,
  type DecodeOptions,
  decodeDatagram,
  exporterProfileSchema,
  locateUdp,
  Matcher,
  type ProfileOptions,
  REASONS,
  ReportBatch,
  reportAt,
  type SegmentBinding,
} from "../../src/telemetry/index.ts";
import type { Sent } from "./deployedSwitch.ts";

/** A report as the collector sees it: what it says, and what it adds to a segment (us; null: dropped inside it). */
export type Seen = { report: DecodedReport; samples: [string, number | null][] };

/** The collector's way from a frame to samples, with the dialect of BMv2. */
export class Collector {
  readonly matcher: Matcher;
  private readonly options: DecodeOptions;
  private readonly batch = new ReportBatch();

  constructor(segment: SegmentBinding, options: ProfileOptions = {}) {
    this.matcher = new Matcher([segment]);
    this.options = compileProfile(exporterProfileSchema.parse({ dialect: "bmv2", ...options }));
  }

  take({ bytes }: Sent): Seen {
    const udp = createUdpLocation();
    const found = locateUdp(bytes, 0, bytes.length, 1, udp);
    if (found !== 0) throw new Error(`no UDP: ${found}`);
    this.batch.clear();
    const reason = decodeDatagram(bytes, udp.payloadAt, udp.payloadBytes, this.options, this.batch);
    if (reason !== 0) throw new Error(REASONS[reason].code);
    this.matcher.match(this.batch, 0);
    const samples = Array.from({ length: this.matcher.sampleCount }, (_, i): [string, number | null] => {
      const { part } = this.matcher.series[this.matcher.sampleSeries[i]];
      const us = this.matcher.sampleUs[i];
      return [part ? `${part.kind} ${part.nodeId}` : "all", Number.isNaN(us) ? null : Math.round(us)];
    });
    return { report: reportAt(this.batch, 0), samples };
  }
}
