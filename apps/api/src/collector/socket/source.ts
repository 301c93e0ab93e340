import type { FrameCounters } from "./sortFrame.ts";

/** Where a datagram came from: the exporter is known by its address only, whatever its source port. */
export type Sender = {
  readonly address: string;
  /** where the table of exporters looks for this address first */
  seat?: number;
};

/**
 * Takes one datagram. `bytes[at .. at + length)` belongs to the source and is overwritten after the call returns; where
 * the source takes an `onOverwrite`, after that has returned.
 */
export type OnDatagram = (bytes: Uint8Array, at: number, length: number, sender: Sender) => void;

/** Offers a packet of an interface from its IP header on; true when it carried telemetry itself. */
export type OnPacket = (bytes: Uint8Array, at: number, length: number) => boolean;

export type BoundPort = {
  port: number;
  sockets: number;
  requestedBufferBytes: number;
  grantedBufferBytes: number;
};

type SocketCounters = {
  /** datagrams handed over */
  received: number;
  /** datagrams that the kernel dropped because a socket's buffer was full */
  kernelDropped: number;
  /** of the interface whose frames are read too; null without one */
  frames: (FrameCounters & { interface: string; kernelDropped: number | null }) | null;
  /** false where the platform cannot tell how many the kernel dropped */
  kernelDropsKnown: boolean;
};

/** A set of bound UDP sockets. */
export type DatagramSource = {
  readonly kind: "recvmmsg" | "dgram";
  readonly ports: readonly BoundPort[];
  /** `onOwned` hears of datagrams that the kernel dropped of one exporter, where that is known; each is told once. */
  counters(onOwned: (address: string, datagrams: number) => void): SocketCounters;
  close(): void;
} & (
  | {
      kind: "recvmmsg";
      /**
       * Waits up to `timeoutMs`, asks `onWake` what time it is, hands over some of what has arrived and
       * returns how many.
       */
      poll(timeoutMs: number, onWake: () => number): number;
    }
  /** this kind pushes through the event loop */
  | { kind: "dgram" }
);

export type SourceConfig = {
  host: string;
  ports: readonly number[];
  receiveBufferBytes: number;
  maxDatagramBytes: number;
  /** interface whose frames are read beside the sockets; null: none */
  interface: string | null;
};
