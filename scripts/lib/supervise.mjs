// Keeps a child process running, and says why it ended. Plain JavaScript for Node 20, no dependencies.

/**
 * All our choice: a child that fails at once is not started more than so often in a row, and one that ran calmly for a
 * while starts anew. One that leaves so many questions in a row without an answer hangs: a count, not a time, because a
 * machine that was suspended asked nothing.
 */
const defaultLimits = {
  firstMs: 500,
  maxMs: 30_000,
  attempts: 5,
  calmMs: 60_000,
  askMs: 5_000,
  unanswered: 6,
};
const LAST_LINES = 8;
const LINE_CHARS = 300;

/** Passes the child's standard error on and keeps its last lines. */
function lastLinesOf(child, passOn) {
  let text = "";
  child.stderr?.on("data", (chunk) => {
    passOn(chunk);
    text = (text + chunk).slice(-LAST_LINES * 4 * LINE_CHARS);
  });
  return () => text.trimEnd().split("\n").filter(Boolean).slice(-LAST_LINES);
}

/** `The server ended (signal SIGKILL).`, with the last lines of its standard error below. */
function whyEnded(name, { code, signal, error }, lines = []) {
  const how = error ? error.message : signal ? `signal ${signal}` : `exit code ${code}`;
  const said = lines.map((line) => `\n  ${line.slice(0, LINE_CHARS)}`).join("");
  return `The ${name} ended (${how}).${said ? ` Its last lines:${said}` : ""}`;
}

/**
 * Starts what `launch(first)` gives as `{ child, ready, answers }` and starts it again when it ends, later after each
 * failure; once it was ready it is asked by `answers()`, and with `endsHung` ended when it hangs. One that ends before
 * it was ever ready is not started again: what it lacks, it has said. `givenUp` resolves with the exit code for this
 * process.
 */
export function createKeeper({
  name,
  launch,
  onReady,
  say,
  passOn = (chunk) => process.stderr.write(chunk),
  limits = defaultLimits,
  endsHung = true,
}) {
  let current = null;
  let stopping = false;
  let wasReady = false;
  let failures = 0;
  let timer = null;
  let giveUp = () => {};
  const givenUp = new Promise((resolve) => {
    giveUp = resolve;
  });

  const endWhenItHangs = async (child, answers) => {
    const watched = () => !stopping && current?.child === child;
    for (let unanswered = 0; watched(); ) {
      await new Promise((resolve) => setTimeout(resolve, limits.askMs).unref());
      unanswered = (await answers()) ? 0 : unanswered + 1;
      if (unanswered < limits.unanswered || !watched()) continue;
      say(`No answer from the ${name}, ${unanswered} times in a row: ended.`);
      child.kill("SIGKILL");
      return;
    }
  };

  const start = () => {
    if (stopping) return;
    const first = !wasReady;
    const { child, ready, answers } = launch(first);
    const lines = lastLinesOf(child, passOn);
    let readyMs = null;
    ready.then(
      () => {
        if (stopping || current?.child !== child) return;
        readyMs = performance.now();
        wasReady = true;
        onReady(first);
        if (endsHung) void endWhenItHangs(child, answers);
      },
      (error) => {
        if (current?.child !== child) return;
        say(error.message);
        child.kill("SIGKILL");
      },
    );
    const ended = new Promise((resolve) => {
      child.once("error", (error) => resolve({ code: 1, signal: null, error }));
      // not `exit`: what it has written last is read first
      child.once("close", (code, signal) => resolve({ code, signal }));
    });
    current = { child, ended };
    ended.then((how) => {
      if (stopping) return;
      if (!wasReady) {
        // one that ends in order had nothing else to do; one with a code has said why
        if (how.signal || how.error) say(whyEnded(name, how, lines()));
        giveUp(how.code ?? 1);
        return;
      }
      say(whyEnded(name, how, lines()));
      failures = readyMs !== null && performance.now() - readyMs >= limits.calmMs ? 0 : failures + 1;
      if (failures >= limits.attempts) {
        say(`The ${name} ended ${failures} times in a row: not started again.`);
        giveUp(1);
        return;
      }
      const waitMs = Math.min(limits.maxMs, limits.firstMs * 2 ** Math.max(0, failures - 1));
      say(`Starting the ${name} again in ${waitMs / 1000} s.`);
      timer = setTimeout(start, waitMs);
    });
  };

  const stop = async () => {
    stopping = true;
    clearTimeout(timer);
    if (!current) return;
    const { child, ended } = current;
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
    await ended;
  };

  return {
    name,
    start,
    givenUp,
    pid: () => current?.child.pid,
    /** Asks it to end, and waits until it has. */
    stop,
    /** Ends it and starts it anew, also one that was given up. */
    async restart() {
      await stop();
      stopping = false;
      failures = 0;
      start();
    },
  };
}
