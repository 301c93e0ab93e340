// Says whether the configuration is valid, without loading the server: `npm start` asks before it builds anything.
import { loadConfig } from "./config.ts";

try {
  loadConfig();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
