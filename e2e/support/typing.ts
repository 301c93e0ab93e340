import type { CDPSession, Page } from "@playwright/test";

/** How a page kept up with typing, all in milliseconds. */
export type Typing = {
  /** from a key to the picture that shows it */
  inputMs: { median: number; p95: number; max: number };
  /** between two pictures */
  frameMs: { median: number; p95: number; max: number };
  /** CPU time of the page's main thread for one key, which other work on the machine does not change */
  cpuMsPerKey: number;
};

const PAUSE_MS = 60;

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;

function summary(values: readonly number[]): Typing["inputMs"] {
  const sorted = [...values].sort((a, b) => a - b);
  return { median: quantile(sorted, 0.5), p95: quantile(sorted, 0.95), max: sorted.at(-1) ?? 0 };
}

/** CPU time that the main thread of a page has worked so far. */
async function mainThreadMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics");
  return 1_000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0);
}

/** Types a text into what has the focus, a key every 60 ms as a quick typist does, and measures in the page. */
export async function typeAndMeasure(page: Page, text: string): Promise<Typing> {
  const probe = await page.evaluateHandle(() => {
    const inputs: number[] = [];
    const frames: number[] = [];
    let last = performance.now();
    let running = true;
    const tick = (now: number) => {
      frames.push(now - last);
      last = now;
      if (running) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
    const onKey = (event: KeyboardEvent) => {
      // a message posted in a frame is handled after the frame is drawn
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => inputs.push(performance.now() - event.timeStamp);
        channel.port2.postMessage(null);
      });
    };
    addEventListener("keydown", onKey, { capture: true });
    return {
      inputs,
      frames,
      stop: () => {
        running = false;
        removeEventListener("keydown", onKey, { capture: true });
      },
    };
  });
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const before = await mainThreadMs(session);
  await page.keyboard.type(text, { delay: PAUSE_MS });
  const cpuMs = (await mainThreadMs(session)) - before;
  await session.detach();
  const { inputs, frames } = await probe.evaluate(({ inputs, frames, stop }) => {
    stop();
    return { inputs, frames };
  });
  return {
    inputMs: summary(inputs),
    frameMs: summary(frames.slice(1)),
    cpuMsPerKey: cpuMs / text.length,
  };
}
