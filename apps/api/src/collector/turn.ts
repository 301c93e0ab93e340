import type { Exporter } from "./exporters.ts";

/** Datagrams that are decoded before any is measured (our choice): as many as one system call brings. */
const TURN_DATAGRAMS = 128;

/** Where the bytes of a datagram stand while it waits. */
export type WaitingBytes = {
  readonly bytes: readonly Uint8Array[];
  readonly at: Int32Array;
  readonly length: Int32Array;
};

/** Datagrams that are decoded and wait to be measured: columns, in the order in which they came. */
export class Turn implements WaitingBytes {
  /** when all of them arrived */
  nowMs = Number.NaN;
  datagrams = 0;
  readonly exporters: Exporter[] = [];
  /** what the sequence number says was lost before it */
  readonly lost = new Float64Array(TURN_DATAGRAMS);
  /** its reports end here in the batch, where those of the next begin */
  readonly reportEnd = new Int32Array(TURN_DATAGRAMS);
  readonly bytes: Uint8Array[] = [];
  readonly at = new Int32Array(TURN_DATAGRAMS);
  readonly length = new Int32Array(TURN_DATAGRAMS);

  get isFull(): boolean {
    return this.datagrams === TURN_DATAGRAMS;
  }

  add(
    exporter: Exporter,
    lost: number,
    reportEnd: number,
    bytes: Uint8Array,
    at: number,
    length: number,
  ): void {
    const i = this.datagrams++;
    this.exporters[i] = exporter;
    this.lost[i] = lost;
    this.reportEnd[i] = reportEnd;
    this.bytes[i] = bytes;
    this.at[i] = at;
    this.length[i] = length;
  }
}
