import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createRandom, featureVector } from "../core/index.ts";
import { checkP4 } from "../p4/index.ts";
import { analyseProgram, type Path } from "../program/index.ts";
import type { Pass } from "./pass.ts";
import { explorePackets } from "./testing/explorePackets.ts";
import type { TraceEvent } from "./trace.ts";
import { V1Switch } from "./v1model/switch.ts";

const LIBRARY = join(import.meta.dirname, "../../library/programs");
const programs = readdirSync(LIBRARY).filter((name) => name.endsWith(".p4"));

/** Errors inside `extract` are on no listed path (rule F8). */
const UNLISTED = new Set(["PacketTooShort", "StackOutOfBounds", "HeaderTooShort", "ParserInvalidArgument"]);
const isListed = ({ isWhole }: Pass, events: readonly TraceEvent[]): boolean =>
  isWhole && !events.some((event) => event.kind === "parserError" && UNLISTED.has(event.error));

const shapeOfPass = ({ states, outcome, externs }: Pass, features: string, tables: string): string =>
  `${states.join(" ")} | ${tables} | ${[...externs].sort().join(" ")} | ${outcome} | ${features}`;

function keyOfPath({ states, tables, externs, outcome, features }: Path): string {
  const applied = tables.map(({ name, action }) => `${name}:${action}`).join(" ");
  return `${states.join(" ")} | ${applied} | ${[...externs].sort().join(" ")} | ${outcome} | ${featureVector(features)}`;
}

describe("the executed packet takes a listed path, with the same counts and outcome", () => {
  it.each(programs)("%s", (file) => {
    const source = { file, text: readFileSync(join(LIBRARY, file), "utf8") };
    const { report } = analyseProgram(source, {});
    const paths = new Set(report.paths.map(keyOfPath));
    expect(report.truncated).toBe(false);
    const shown = (name: string): string =>
      report.tables.find((table) => name === table.name || name.endsWith(`.${table.name}`))?.name ?? name;
    const checked = checkP4(source);
    const target = new V1Switch(checked, { trace: true });
    for (const group of [1, 2, 3]) {
      target.replication.createGroup(group);
      target.replication.associate(group, target.replication.createNode(group, [1, 2]));
    }
    for (let session = 0; session < 600; session++) target.replication.setSession(session, { port: 3 });
    const taken = new Set<string>();
    explorePackets(target, checked, createRandom(11), 1500, ({ passes, events }) => {
      for (const pass of passes) {
        if (!isListed(pass, events)) continue;
        const tables = pass.tables.map(({ name, action }) => `${shown(name)}:${action}`).join(" ");
        taken.add(shapeOfPass(pass, String(featureVector(pass.features())), tables));
      }
    });
    expect([...taken].filter((each) => !paths.has(each))).toEqual([]);
    expect(taken.size).toBeGreaterThan(1);
  });
});
