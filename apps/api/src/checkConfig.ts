// Says whether the configuration is valid and what it comes to, without loading the server: `npm start` asks before it
// builds anything.
import { loadConfig, repositoryRoot } from "./config.ts";
import { exposureWarnings, fileProblems } from "./configChecks.ts";

try {
  const { port, host, dataDir, databaseUrl, baseUrl, intHost, intPorts, roles, demo, metrics } = loadConfig();
  const problems = fileProblems({ dataDir, root: repositoryRoot });
  if (problems.length > 0) throw new Error(problems.join("\n"));
  for (const warning of exposureWarnings({ baseUrl, metricsOpen: metrics.open === "open" }))
    process.stderr.write(`Warning: ${warning}\n`);
  // without user and password
  const database = databaseUrl && new URL(databaseUrl).host + new URL(databaseUrl).pathname;
  const listens = roles.has("collector") ? intPorts.map((intPort) => `${intHost}:${intPort}`) : [];
  process.stdout.write(JSON.stringify({ port, host, dataDir, database, listens, demo }));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
