/** One thing that may happen next. */
type Action<S> = { label: string; next: S };

/** A model whose every order of events is looked at. States are plain data. */
export type StateModel<S> = {
  initial: S;
  actions(state: S): Action<S>[];
  /** what is wrong in a state, null when nothing is; `isFinal`: nothing can happen any more */
  problem(state: S, isFinal: boolean): string | null;
};

/** `trace`: a shortest way to the problem. `states`: different states that were seen. */
export type Explored =
  | { ok: true; states: number; transitions: number }
  | { ok: false; problem: string; trace: string[]; states: number; transitions: number };

/**
 * Looks at every interleaving, breadth first; equal states are one. Throws when there are more than
 * `maxStates`: no answer is better than half.
 */
export function explore<S>(model: StateModel<S>, maxStates = 1_000_000): Explored {
  type Seen = { state: S; from: Seen | null; label: string };
  const first: Seen = { state: model.initial, from: null, label: "" };
  const seen = new Set([JSON.stringify(model.initial)]);
  const queue: Seen[] = [first];
  let transitions = 0;
  for (const at of queue) {
    const actions = model.actions(at.state);
    const problem = model.problem(at.state, actions.length === 0);
    if (problem !== null) {
      const trace: string[] = [];
      for (let s: Seen | null = at; s !== null; s = s.from) if (s.label !== "") trace.unshift(s.label);
      return { ok: false, problem, trace, states: seen.size, transitions };
    }
    for (const { label, next } of actions) {
      transitions++;
      const key = JSON.stringify(next);
      if (seen.has(key)) continue;
      if (seen.size >= maxStates) throw new RangeError(`more than ${maxStates} states`);
      seen.add(key);
      queue.push({ state: next, from: at, label });
    }
  }
  return { ok: true, states: seen.size, transitions };
}
