/**
 * Looks things up for many who ask for the same at once. No answer is older than its question: who asks while a look is
 * under way shares the next one, so a key has one look under way and one to come, however many ask.
 */
export function shareLooks<T>(): (key: string, look: () => Promise<T>) => Promise<T> {
  const underWay = new Map<string, Promise<T>>();
  const toCome = new Map<string, Promise<T>>();
  const ask = (key: string, look: () => Promise<T>): Promise<T> => {
    const before = underWay.get(key);
    if (!before) {
      const search = look().finally(() => underWay.delete(key));
      underWay.set(key, search);
      return search;
    }
    const known = toCome.get(key);
    if (known) return known;
    const again = (): Promise<T> => {
      toCome.delete(key);
      return ask(key, look);
    };
    const next = before.then(again, again);
    toCome.set(key, next);
    return next;
  };
  return ask;
}
