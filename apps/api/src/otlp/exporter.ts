import type { Component } from "../components.ts";
import type { Log } from "../observability/log.ts";
import { reasonOf } from "../observability/reason.ts";
import type { Clock } from "../shared/service.ts";
import { metricsBody, type Names } from "./body.ts";
import type { SeriesSums } from "./series.ts";

/** Where metrics go, by the variables that every OpenTelemetry exporter has. */
export type OtlpConfig = { url: string; headers: Readonly<Record<string, string>>; everyMs: number };

export type OtlpCounters = Readonly<
  Record<"sent" | "retried" | "failed" | "points" | "rejectedPoints" | "refusedWindows", number>
>;

export type OtlpExporter = Component & {
  counters(): OtlpCounters;
  /** Sends what has been summed so far, and again while the answer is one to try again. */
  flush(): Promise<void>;
};

type Deps = {
  sums: Pick<SeriesSums, "keep" | "list" | "refused">;
  /** names of the deployments that exist */
  names(): Promise<Names>;
  /** of this process: two that export the same series are told apart */
  instance: string;
  clock: Clock;
  log: Log;
  fetch: typeof globalThis.fetch;
};

/** Answers after which the same request may succeed [formats-otlp]. */
const TRY_AGAIN: ReadonlySet<number> = new Set([429, 502, 503, 504]);
/** Sums are cumulative, so that what one request could not bring the next one does: few tries (our choice). */
const TRIES = 4;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
const TIMEOUT_MS = 10_000;
const MAX_ANSWER_CHARS = 65_536;

/** Points that the receiver took the request for, but not themselves; 0 where the answer does not say. */
function rejectedIn(answer: string): number {
  try {
    const parsed: unknown = JSON.parse(answer);
    if (typeof parsed !== "object" || parsed === null || !("partialSuccess" in parsed)) return 0;
    const partial = parsed.partialSuccess;
    if (typeof partial !== "object" || partial === null || !("rejectedDataPoints" in partial)) return 0;
    const rejected = Number(partial.rejectedDataPoints);
    return Number.isFinite(rejected) ? rejected : 0;
  } catch {
    return 0;
  }
}

const waitOf = (retryAfter: string | null, tries: number): number => {
  const seconds = Number(retryAfter);
  const asked = retryAfter !== null && Number.isFinite(seconds) ? seconds * 1_000 : 0;
  return Math.min(LONGEST_WAIT_MS, Math.max(asked, FIRST_WAIT_MS * 2 ** tries));
};

/** Sends segment and element latencies and packet counters to an OpenTelemetry receiver, as OTLP/HTTP with JSON. */
export function createOtlpExporter(config: OtlpConfig, deps: Deps): OtlpExporter {
  const { sums, names, instance, clock, log } = deps;
  const counters = { sent: 0, retried: 0, failed: 0, points: 0, rejectedPoints: 0 };
  let stopping = new AbortController();
  let timer: NodeJS.Timeout | null = null;
  let runs = false;
  let sending: Promise<void> = Promise.resolve();
  let isFailing = false;

  const wait = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(pause);
        stopping.signal.removeEventListener("abort", end);
        resolve();
      };
      const pause = setTimeout(end, ms);
      stopping.signal.addEventListener("abort", end);
    });

  /** One request; null when it was taken, else how long to wait before the next, or -1 when there is no use in one. */
  const post = async (body: string, tries: number): Promise<{ waitMs: number; reason: string } | null> => {
    try {
      const answer = await deps.fetch(config.url, {
        ...{ method: "POST", body, redirect: "manual" as const },
        headers: { ...config.headers, "content-type": "application/json" },
        signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), stopping.signal]),
      });
      const text = (await answer.text()).slice(0, MAX_ANSWER_CHARS);
      if (answer.ok) {
        counters.rejectedPoints += rejectedIn(text);
        return null;
      }
      const reason = `the receiver answered ${answer.status}: ${text.slice(0, 200)}`;
      const again = TRY_AGAIN.has(answer.status);
      return { waitMs: again ? waitOf(answer.headers.get("retry-after"), tries) : -1, reason };
    } catch (error) {
      return { waitMs: waitOf(null, tries), reason: reasonOf(error).reason };
    }
  };

  const send = async (): Promise<void> => {
    const known = await names();
    sums.keep(new Set(known.keys()));
    const series = sums.list();
    if (series.length === 0) return;
    const body = JSON.stringify(metricsBody(series, known, instance, clock().getTime()));
    for (let tries = 0; ; tries++) {
      const failure = await post(body, tries);
      if (failure === null) {
        counters.sent++;
        counters.points += series.length;
        if (isFailing) log.info({ url: config.url }, "metrics are exported again");
        isFailing = false;
        return;
      }
      const isLast = failure.waitMs < 0 || tries + 1 >= TRIES || stopping.signal.aborted;
      if (isLast) {
        counters.failed++;
        // told once, not with every interval
        if (!isFailing)
          log.warn({ url: config.url, reason: failure.reason }, "metrics could not be exported");
        isFailing = true;
        return;
      }
      counters.retried++;
      await wait(failure.waitMs);
    }
  };

  const flush = (): Promise<void> => {
    sending = sending
      .then(send)
      .catch((error: unknown) => log.error({ error: reasonOf(error) }, "metrics could not be exported"));
    return sending;
  };
  const tick = (): void => {
    void flush().then(() => {
      if (runs) timer = setTimeout(tick, config.everyMs);
    });
  };

  return {
    name: "OTLP export",
    counters: () => ({ ...counters, refusedWindows: sums.refused() }),
    flush,
    async start() {
      stopping = new AbortController();
      runs = true;
      timer = setTimeout(tick, config.everyMs);
    },
    async stop() {
      runs = false;
      if (timer) clearTimeout(timer);
      stopping.abort();
      await sending;
    },
  };
}
