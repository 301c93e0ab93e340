// Writes the types of the API's typed client from its own description. Run after procedures or their schemas changed; a
// test holds the file against them.
import { writeFileSync } from "node:fs";
import { clientTypes } from "../apps/api/src/rest/clientTypes.ts";
import { openApi } from "../apps/api/src/rest/openApi.ts";

const document = openApi({ baseUrl: "http://127.0.0.1:3000", version: "0" });
writeFileSync(
  new URL("../apps/api/src/client/operations.generated.ts", import.meta.url),
  clientTypes(document),
);
// what the API's modules hold open has no use here
process.exit(0);
