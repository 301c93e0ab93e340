export type MeterColour = "green" | "yellow" | "red";

/** Committed and peak rate with their bucket sizes. */
export type TrTcmConfig = { cirBps: number; cbsBytes: number; pirBps: number; pbsBytes: number };

/**
 * Two-rate three-colour meter, colour-blind (RFC 2698): what P4 targets offer instead of vQueue (thesis Sec.
 * 6.3.3). Red above the peak rate, yellow above the committed one. It knows rates only: no delay follows from
 * its colour.
 */
export class TrTcm {
  private readonly config: TrTcmConfig;
  private committedBytes: number;
  private peakBytes: number;
  private seenUs = 0;

  constructor(config: TrTcmConfig) {
    this.config = config;
    this.committedBytes = config.cbsBytes;
    this.peakBytes = config.pbsBytes;
  }

  /** Colour of a packet at `nowUs`; calls in order of time. */
  offer(nowUs: number, packetBytes: number): MeterColour {
    const { cirBps, cbsBytes, pirBps, pbsBytes } = this.config;
    const gapS = (nowUs - this.seenUs) / 1e6;
    this.seenUs = nowUs;
    this.committedBytes = Math.min(cbsBytes, this.committedBytes + (cirBps / 8) * gapS);
    this.peakBytes = Math.min(pbsBytes, this.peakBytes + (pirBps / 8) * gapS);
    if (this.peakBytes < packetBytes) return "red";
    this.peakBytes -= packetBytes;
    if (this.committedBytes < packetBytes) return "yellow";
    this.committedBytes -= packetBytes;
    return "green";
  }
}
