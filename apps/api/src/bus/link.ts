import type { Component } from "../components.ts";

/** A message and the subject that it was published under. */
export type LinkHandler = (payload: Uint8Array, subject: string) => void;

/**
 * Messages between processes that may be lost: over NATS, or over the supervisor of one machine. Windows have
 * a way of their own.
 */
export type Link = Component & {
  /** Whether messages go out now. */
  connected(): boolean;
  /** Sends to whoever listens now; counts and forgets the message while the connection is away. */
  publish(subject: string, payload: Uint8Array | string): void;
  /**
   * Messages from now on, over all reconnections, until the returned function is called. `*` stands for one
   * part of a subject.
   */
  on(subject: string, handler: LinkHandler): () => void;
  /** Calls `handler` each time the connection is there (again). */
  onConnect(handler: () => void): () => void;
  counters(): { sent: number; lost: number; reconnects: number };
};
