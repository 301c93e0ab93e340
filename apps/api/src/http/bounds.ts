const KB = 1024;
const MB = 1024 * KB;

/**
 * What one client, and all of them together, may take of the server before it says no. All are our choice;
 * docs/18-edge.md tells each.
 */
export const defaultEdgeBounds = {
  /** the largest document: a topology of 8,000,000 characters, escaped */
  bodyBytes: 16 * 1024 * 1024,
  /** body of somebody who has not signed in */
  anonymousBodyBytes: 64 * KB,
  /** bodies of all requests that are not answered yet; captures are streamed to disk and do not count */
  bodiesBytes: 64 * MB,
  /** how long the body of a document may take to arrive */
  bodyMs: 30_000,
  /** how long headers may take to arrive, from the connection on */
  headersMs: 10_000,
  /** how long a capture may take to arrive, and how long it may pause */
  uploadMs: 3_600_000,
  uploadPauseMs: 30_000,
  /** connections at once; further ones are closed */
  connections: 2_000,
  /** live streams at once, of all and of one person */
  streams: 1_024,
  streamsPerPerson: 256,
  /** what waits for a client that does not read: a stream with more is ended */
  unreadBytes: MB,
  /** an answer of which nothing is read for so long is ended */
  unreadMs: 30_000,
  /** how long a tool of an assistant may compute */
  toolMs: 60_000,
  /** characters that it may answer: an assistant cannot read more, and should ask for less */
  toolChars: 200_000,
};
export type EdgeBounds = typeof defaultEdgeBounds;
