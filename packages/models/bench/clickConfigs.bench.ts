import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRandom } from "../src/core/index.ts";
import { parseClickChain, synthesise } from "../src/synthesis/index.ts";
import { findClicks } from "./realTools/click.ts";
import { compareConfiguration } from "./realTools/configurations.ts";

/** How a configuration fares. Exceptions are classes that the functions themselves process, each with its reason. */
type Fate = "whole" | "whole, with exceptions" | "exceptions only" | "cut" | "refused";

/** Packets that are drawn for a configuration; odd frames and answers come on top. */
const PACKETS = 300;

/**
 * How many Click configurations (`*.click` below the folders of P4TWIN_CLICK_CONFIGS, joined by `:`) can be
 * synthesised, the others by cause. Made for conf/ of kohler/click and FastClick; equal files count once. With
 * P4TWIN_CLICK (a program that was built in its sources) each runs as it is and synthesised, on the same packets.
 */
export default async function bench(): Promise<{ name: string; rows: Record<string, string | number>[] }> {
  const name = "public Click configurations";
  const folders = (process.env.P4TWIN_CLICK_CONFIGS ?? "").split(":").filter((f) => f !== "");
  if (folders.length === 0) {
    console.log("P4TWIN_CLICK_CONFIGS names no folder: no public configuration was read");
    return { name, rows: [] };
  }
  const texts = new Map<string, string>();
  for (const folder of folders)
    for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort())
      if (file.endsWith(".click")) {
        const text = readFileSync(join(folder, file), "latin1");
        if (!texts.has(text)) texts.set(text, file);
      }
  const fates = [...texts].map(([text, file]) => ({ file, ...fateOf(text, file) }));
  const accepted = fates.filter((f) => f.fate !== "refused").length;
  const tally = new Map<string, string[]>();
  for (const { file, fate, cause } of fates)
    tally.set(`${fate}|${cause}`, [...(tally.get(`${fate}|${cause}`) ?? []), file]);
  const rows = [...tally].map(([key, files]) => {
    const [fate, cause] = key.split("|") as [string, string];
    return { fate, cause, configurations: files.length, such: files.slice(0, 3).join(" ") };
  });
  const order: Fate[] = ["whole", "whole, with exceptions", "exceptions only", "cut", "refused"];
  rows.sort((a, b) => order.indexOf(a.fate as Fate) - order.indexOf(b.fate as Fate));
  compareAll(texts);
  return {
    name,
    rows: [...rows, { fate: "accepted", cause: "", configurations: accepted, such: `of ${fates.length}` }],
  };
}

function fateOf(text: string, file: string): { fate: Fate; cause: string } {
  const { graph, diagnostics } = parseClickChain(text, file);
  if (!graph) return { fate: "refused", cause: diagnostics.find((d) => d.severity === "error")!.code };
  const found = synthesise(graph);
  if (!("classes" in found)) return { fate: "refused", cause: found.status };
  if (found.status === "cut") return { fate: "cut", cause: "" };
  const exceptions = found.classes.filter((c) => c.ending.kind === "exception").length;
  if (exceptions === 0) return { fate: "whole", cause: "" };
  return {
    fate: exceptions === found.classes.length ? "exceptions only" : "whole, with exceptions",
    cause: "",
  };
}

/** Prints how the configurations fare in the real Click, and each that differs. */
function compareAll(texts: ReadonlyMap<string, string>): void {
  const [click] = process.env.P4TWIN_CLICK === undefined ? [] : findClicks();
  if (!click) {
    console.log("P4TWIN_CLICK names no program: no configuration was run");
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), "p4twin-configs-"));
  const tally: Record<string, number> = { same: 0, different: 0, error: 0, skipped: 0, packets: 0 };
  for (const [text, file] of texts) {
    const found = compareConfiguration(click.program, folder, text, file, createRandom(7), PACKETS);
    tally[found.status]!++;
    if ("sent" in found) tally.packets! += found.sent;
    if (found.status !== "same") console.log(`${found.status} ${file}: ${found.why.slice(0, 300)}`);
  }
  rmSync(folder, { recursive: true, force: true });
  console.log(`in ${click.version}: ${JSON.stringify(tally)}`);
}
