import type { CheckedProgram } from "../../p4/index.ts";
import { P4Info } from "../../p4runtime/index.ts";
import type { Target } from "../../run/index.ts";
import { controllerHeaders } from "./controllerHeaders.ts";
import { externInfos } from "./externInfos.ts";
import { Objects } from "./objects.ts";
import { packageInfo } from "./packageInfo.ts";
import { actionInfo, tableInfo } from "./tableInfo.ts";
import { valueSetInfos } from "./valueSetInfos.ts";

/**
 * What controllers know of a program: its P4Info as p4c makes it, without annotations. `target`: a switch that runs the
 * program; what its blocks do not apply is not in it.
 */
export function p4InfoOf(checked: CheckedProgram, target: Target): P4Info {
  const objects = new Objects(checked, target);
  const found = {
    pkgInfo: packageInfo(checked),
    tables: objects.tables.map((table) => tableInfo(objects, table)),
    actions: objects.actions.map((action) => actionInfo(objects, action)),
    ...externInfos(objects),
    controllerPacketMetadata: controllerHeaders(objects),
    valueSets: valueSetInfos(objects),
    digests: objects.digests.map(({ name, type }) => ({
      preamble: objects.preamble("digest", name),
      typeSpec: objects.types.of(type),
    })),
  };
  // the types that all of these named
  return P4Info.of({ ...found, typeInfo: objects.types.info(checked) });
}
