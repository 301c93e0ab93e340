// Keeps a child process running, and says why it ended. Plain JavaScript for Node 20, no dependencies.

/**
 * All our choice: a child that fails at once is not started more than so often in a row, and one that ran
 * calmly for a while starts anew.
 */
const defaultLimits = { firstMs: 500, maxMs: 30_000, attempts: 5, calmMs: 60_000 };
const LAST_LINES = 8;
const LINE_CHARS = 300;

/** Passes the child's standard error on and keeps its last lines. */
function lastLinesOf(child) {
  let text = "";
  child.stderr?.on("data", (chunk) => {
    process.stderr.write(chunk);
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
 * Starts what `launch(first)` gives as `{ child, ready }` and starts it again when it ends, later after each
 * failure. One that ends before it was ever ready is not started again: what it lacks, it has said. `givenUp`
 * resolves with the exit code for this process.
 */
export function createKeeper({ name, launch, onReady, say, limits = defaultLimits }) {
  let current = null;
  let stopping = false;
  let wasReady = false;
  let failures = 0;
  let timer = null;
  let giveUp = () => {};
  const givenUp = new Promise((resolve) => {
    giveUp = resolve;
  });

  const start = () => {
    if (stopping) return;
    const first = !wasReady;
    const { child, ready } = launch(first);
    const lines = lastLinesOf(child);
    let readyMs = null;
    ready.then(
      () => {
        if (stopping || current?.child !== child) return;
        readyMs = performance.now();
        wasReady = true;
        onReady(first);
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

  return {
    name,
    start,
    givenUp,
    pid: () => current?.child.pid,
    /** Asks it to end, and waits until it has. */
    async stop() {
      stopping = true;
      clearTimeout(timer);
      if (!current) return;
      const { child, ended } = current;
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
      await ended;
    },
  };
}
