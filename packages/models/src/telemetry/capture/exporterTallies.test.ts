import { expect, it } from "vitest";
import { ReportBatch } from "../batch.ts";
import { OK } from "../reasons.ts";
import { ExporterTallies } from "./exporterTallies.ts";

it("exporters beyond those that are told apart are counted, not forgotten", () => {
  const tallies = new ExporterTallies();
  const batch = new ReportBatch();
  for (let i = 0; i < 10_003; i++) tallies.count(batch, `10.0.${i >> 8}.${i & 255}`, OK, false, 0);
  // those that are known go on
  tallies.count(batch, "10.0.0.0", OK, false, 0);
  expect([tallies.size, tallies.leftOut]).toEqual([10_000, 3]);
});
