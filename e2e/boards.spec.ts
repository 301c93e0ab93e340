import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { product } from "./support/product.ts";
import { expect, test } from "./support/test.ts";

const hasPrometheus = spawnSync("prometheus", ["--version"]).status === 0;
if (!hasPrometheus)
  console.warn("The boards' queries are NOT asked of Prometheus: no `prometheus` is installed.");

/** Metrics that have no series while nothing went wrong. */
const MAY_BE_EMPTY = /p4twin_datagrams_refused_total|p4twin_kernel_dropped|p4twin_report_sequence_gaps/;

type Board = { title: string; panels: { title: string; targets: { expr: string }[] }[] };
const boards = ["segments", "collector"].map((name): Board => {
  const file = join(import.meta.dirname, "..", "deploy", "grafana", `${name}.json`);
  return JSON.parse(readFileSync(file, "utf8"));
});
/** As Grafana sends it: variables of "All", and four scrapes at least for a rate. */
const asAsked = (expr: string): string =>
  expr.replaceAll("$__rate_interval", "30s").replaceAll(/\$\w+/g, ".*");
const questions = boards.flatMap(({ title, panels }) =>
  panels.flatMap((panel) =>
    panel.targets.map(({ expr }) => ({ of: `${title}: ${panel.title}`, query: asAsked(expr) })),
  ),
);

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });

test.describe("the boards of Grafana", () => {
  test.skip(!hasPrometheus, "no `prometheus` is installed");
  let running: ChildProcess | null = null;
  const folder = mkdtempSync(join(tmpdir(), "p4twin-prometheus-"));
  test.afterAll(async () => {
    if (running && running.exitCode === null) {
      const ended = new Promise((resolve) => running?.once("exit", resolve));
      running.kill();
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  });

  test("each query is answered by a real Prometheus that scrapes the product, with series", async () => {
    const port = await freePort();
    const config = join(folder, "prometheus.yml");
    const scrape = { job_name: "p4twin", static_configs: [{ targets: [new URL(product.url()).host] }] };
    // JSON is YAML
    writeFileSync(config, JSON.stringify({ global: { scrape_interval: "2s" }, scrape_configs: [scrape] }));
    running = spawn(
      "prometheus",
      [
        `--config.file=${config}`,
        `--storage.tsdb.path=${join(folder, "data")}`,
        `--web.listen-address=127.0.0.1:${port}`,
        "--log.level=error",
      ],
      { stdio: "inherit" },
    );
    const answerTo = async (query: string) => {
      const url = `http://127.0.0.1:${port}/api/v1/query?query=${encodeURIComponent(query)}`;
      const answer = await fetch(url).catch(() => null);
      if (!answer || answer.status === 503) return null;
      const { status, error, data } = await answer.json();
      expect([query, status, error]).toEqual([query, "success", undefined]);
      return data.result as { value: [number, string] }[];
    };
    expect(questions.length).toBeGreaterThan(12);
    await expect
      .poll(
        async () => {
          const without: string[] = [];
          for (const { of, query } of questions) {
            const series = await answerTo(query);
            // a rate needs two scrapes, and a latency packets between them: NaN until then
            const known = series?.some(({ value }) => Number.isFinite(Number(value[1]))) ?? false;
            if (series === null || !(known || MAY_BE_EMPTY.test(query))) without.push(`${of}: ${query}`);
          }
          return without;
        },
        { timeout: 240_000, intervals: [2_000] },
      )
      .toEqual([]);
  });
});
