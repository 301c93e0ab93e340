import { expect, it } from "vitest";
import { exampleNames, LARGE_CHAIN } from "@/workers/servers/sources.ts";
import { CHAIN_EXAMPLES, COUNTER_EXAMPLES, DEPLOY_EXAMPLES } from "./examples.ts";

it.each([
  [CHAIN_EXAMPLES, [...exampleNames("clicks", ".yaml"), LARGE_CHAIN]],
  [COUNTER_EXAMPLES, exampleNames("servers/counters", ".json")],
  [DEPLOY_EXAMPLES, exampleNames("metron/chains", ".yaml")],
])("offers all examples of the library and no others", (offered, known) => {
  expect(Object.keys(offered).sort()).toEqual([...known].sort());
});
