import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** Where p4c finds core.p4: a p4c that runs in the tree that it was built in does not know its own files. */
export function compilerEnvironment(
  compiler: string,
  env: NodeJS.ProcessEnv = process.env,
): NodeJS.ProcessEnv {
  const inTree = join(dirname(compiler), "..", "..", "p4include");
  const files = [inTree, join(inTree, "..", "..", "p4include")].find((each) =>
    existsSync(join(each, "core.p4")),
  );
  if (env.P4C_16_INCLUDE_PATH !== undefined || !compiler.includes("/") || files === undefined) return env;
  return { ...env, P4C_16_INCLUDE_PATH: files };
}
