// Says whether the configuration is valid, without loading the server: `npm start` asks before it builds anything.
import { loadConfig, repositoryRoot } from "./config.ts";
import { exposureWarnings, fileProblems } from "./configChecks.ts";

try {
  const { dataDir, baseUrl, metrics } = loadConfig();
  const problems = fileProblems({ dataDir, root: repositoryRoot });
  if (problems.length > 0) throw new Error(problems.join("\n"));
  for (const warning of exposureWarnings({ baseUrl, metricsOpen: metrics.open === "open" }))
    process.stderr.write(`Warning: ${warning}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
