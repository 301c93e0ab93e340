import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { createWorld } from "../../testing/world.ts";
import { openApi } from "./openApi.ts";

/** A Python with openapi-spec-validator and openapi-python-client, which nobody here wrote. */
const python = process.env.P4TWIN_OPENAPI_PYTHON;
if (!python)
  console.log(
    "no Python with openapi-spec-validator and openapi-python-client (P4TWIN_OPENAPI_PYTHON): the description was not held against them",
  );

test.skipIf(!python)(
  "the description is valid, and a client that is generated of it reads and writes",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "p4twin-openapi-"));
    const world = await createWorld();
    try {
      const operator = await world.as("operator");
      const { token } = await operator.users.tokens.create({ name: "generated" });
      const app = await world.http();
      const url = await app.listen({ host: "127.0.0.1", port: 0 });
      const [description, client] = [join(folder, "openapi.json"), join(folder, "client")];
      writeFileSync(description, JSON.stringify(openApi({ baseUrl: url, version: "0" })));
      const run = async (...argv: string[]) => (await promisify(execFile)(python!, argv)).stdout;
      expect(await run("-m", "openapi_spec_validator", description)).toContain("OK");
      const generate = ["generate", "--path", description, "--output-path", client, "--meta", "setup"];
      // an operation that it cannot read is a warning in its words
      expect(await run("-m", "openapi_python_client", ...generate)).not.toContain("WARNING");
      const script = join(import.meta.dirname, "..", "..", "testing", "rest", "generated_client.py");
      expect(await run(script, client, url, token)).toContain("ok 5");
    } finally {
      await world.dispose();
      rmSync(folder, { recursive: true });
    }
  },
  400_000,
);
