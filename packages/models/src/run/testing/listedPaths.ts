import { createRandom } from "../../core/index.ts";
import type { CheckedProgram } from "../../p4/index.ts";
import type { FeaturesReport } from "../../program/index.ts";
import type { Pass } from "../pass.ts";
import { keyOfPass, keyOfPath, shownTables } from "../pathKey.ts";
import type { TraceEvent } from "../trace.ts";
import { V1Switch } from "../v1model/switch.ts";
import { explorePackets } from "./explorePackets.ts";

/** Errors inside `extract` are on no listed path (rule F8). */
const UNLISTED = new Set(["PacketTooShort", "StackOutOfBounds", "HeaderTooShort", "ParserInvalidArgument"]);
const isListed = ({ isWhole }: Pass, events: readonly TraceEvent[]): boolean =>
  isWhole && !events.some((event) => event.kind === "parserError" && UNLISTED.has(event.error));

export type Agreement = { taken: Set<string>; listed: Set<string>; unlisted: string[]; passes: number };

/** The paths that packets take through a program, beside those that its analysis lists. */
export function agreementOf(checked: CheckedProgram, report: FeaturesReport, packets: number): Agreement {
  const shown = shownTables(report.tables.map(({ name }) => name));
  const target = new V1Switch(checked, { trace: true });
  for (const group of [1, 2, 3]) {
    target.replication.createGroup(group);
    target.replication.associate(group, target.replication.createNode(group, [1, 2]));
  }
  for (let session = 0; session < 600; session++) target.replication.setSession(session, { port: 3 });
  const listed = new Set(report.paths.map(keyOfPath));
  const taken = new Set<string>();
  let passes = 0;
  explorePackets(target, checked, createRandom(11), packets, (explored) => {
    for (const pass of explored.passes) {
      if (!isListed(pass, explored.events)) continue;
      passes++;
      taken.add(keyOfPass(pass, shown));
    }
  });
  return { taken, listed, unlisted: [...taken].filter((each) => !listed.has(each)), passes };
}
