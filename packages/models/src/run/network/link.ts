/** One direction of a link. Frames go one after the other where it has a rate. */
export class Wire {
  private readonly delayUs: number;
  private readonly bytesPerUs: number;
  private freeUs = 0;

  /** `mbps`: null where nothing limits it. */
  constructor(delayUs: number, mbps: number | null) {
    this.delayUs = delayUs;
    this.bytesPerUs = mbps === null ? Number.POSITIVE_INFINITY : mbps / 8;
  }

  get isLimited(): boolean {
    return this.bytesPerUs !== Number.POSITIVE_INFINITY;
  }

  /** A frame is ready at `atUs`: when the wire is free again, and when the frame has come to the other end. */
  take(bytes: number, atUs: number): { freeUs: number; arrivalUs: number } {
    this.freeUs = Math.max(atUs, this.freeUs) + bytes / this.bytesPerUs;
    return { freeUs: this.freeUs, arrivalUs: this.freeUs + this.delayUs };
  }
}
