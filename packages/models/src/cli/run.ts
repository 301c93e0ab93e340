import { main } from "./main.ts";
import { nodeIo } from "./nodeIo.ts";

/** Runs the command line of this process, from its arguments to its exit code. */
export async function run(): Promise<void> {
  // a reader that closes early (`| head`) is no error
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    throw error;
  });
  process.exitCode = await main(process.argv.slice(2), nodeIo());
}
