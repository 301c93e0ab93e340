/** Lets so many through in each window, and tells how many it held back when the window ends. */
export function createSampler(
  { uses, windowMs }: { uses: number; windowMs: number },
  heldBack: (times: number) => Promise<void>,
) {
  let used = 0;
  let held = 0;
  let timer: NodeJS.Timeout | null = null;
  const end = async (): Promise<void> => {
    if (timer) clearTimeout(timer);
    timer = null;
    used = 0;
    const times = held;
    held = 0;
    if (times > 0) await heldBack(times);
  };
  return {
    take(): boolean {
      timer ??= setTimeout(() => void end(), windowMs).unref();
      used += 1;
      if (used <= uses) return true;
      held += 1;
      return false;
    },
    /** Ends the window now. */
    end,
  };
}
