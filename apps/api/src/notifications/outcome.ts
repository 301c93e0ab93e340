/**
 * What became of one try. `retry`: the same message may be taken later. `answer`: of the peer, or why there was none.
 */
export type Outcome = { ok: boolean; retry: boolean; answer: string };

export const delivered = (answer: string): Outcome => ({ ok: true, retry: false, answer });
export const failed = (answer: string, retry: boolean): Outcome => ({ ok: false, retry, answer });
