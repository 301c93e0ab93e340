import { existsSync } from "node:fs";
import { join } from "node:path";
import { libraryNames } from "../../library/index.ts";
import { type Analysed, inOwnProcess } from "./inOwnProcess.ts";

const LIBRARY = new URL("../../library/programs", import.meta.url).pathname;
const SAI = "jafingerhut+p4-guide/p4runtime-translation/sonic-pins-example/mod-2024-nov-29/sai_p4";
const SWITCH = "p4lang+bf-p4c/testdata/p4_14_samples_outputs/switch_20160512/switch.p4";
const FABRIC = "stratum+fabric-tna/p4src";

/** Programs that the issue "P4 runs" names, below `P4TWIN_P4_SOURCES` (`owner+repository`), with their macros. */
const SOURCES: readonly { name: string; path: string; defines?: string[] }[] = [
  { name: "switch.p4 (2016, v1model)", path: SWITCH },
  {
    name: "switch.p4 (Tofino, profile x1)",
    path: "p4lang+open-p4studio/pkgsrc/switch-p4-16/p4src/switch-tofino/switch_tofino_x1.p4",
  },
  {
    name: "switch.p4 (Tofino 2, profile y2)",
    path: "p4lang+open-p4studio/pkgsrc/switch-p4-16/p4src/switch-tofino2/switch_tofino2_y2.p4",
  },
  { name: "fabric-tna", path: `${FABRIC}/tna/fabric_tna.p4` },
  { name: "fabric-tna, INT", path: `${FABRIC}/tna/fabric_tna.p4`, defines: ["WITH_INT"] },
  { name: "fabric-tna, UPF and INT", path: `${FABRIC}/tna/fabric_tna.p4`, defines: ["WITH_UPF", "WITH_INT"] },
  { name: "fabric-tna, BMv2, INT", path: `${FABRIC}/v1model/fabric_v1model.p4`, defines: ["WITH_INT"] },
  { name: "SAI P4, middleblock", path: `${SAI}/instantiations/google/middleblock.p4` },
  { name: "SAI P4, fabric border", path: `${SAI}/instantiations/google/fabric_border_router.p4` },
  { name: "tcp-options-parser", path: "jafingerhut+p4-guide/tcp-options-parser/tcp-options-parser.p4" },
  { name: "tcp-options-parser2", path: "jafingerhut+p4-guide/tcp-options-parser/tcp-options-parser2.p4" },
  {
    name: "loop-var-exprs-not-constant2",
    path: "jafingerhut+p4-guide/loop-test-progs/loop-var-exprs-not-constant2.p4",
  },
];
const SAMPLES = ["pins/pins_fabric", "pins/pins_middleblock", "pins/pins_wbb"];

type Named = { name: string; file: string; analysed: Analysed };

/** The named programs that are there. */
export function namedPrograms(sources: string | undefined, p4c: string | undefined): Named[] {
  const includes = p4c ? [join(p4c, "p4include")] : [];
  const given: { name: string; file: string; defines?: string[] }[] = [
    ...(sources ? SOURCES.map((each) => ({ ...each, file: join(sources, each.path) })) : []),
    ...(p4c
      ? SAMPLES.map((name) => ({ name, file: join(p4c, "testdata", "p4_16_samples", `${name}.p4`) }))
      : []),
    ...libraryNames("programs", ".p4")
      .filter((name) => name.startsWith("upf_"))
      .map((name) => ({ name: `lib:${name}`, file: join(LIBRARY, `${name}.p4`) })),
  ];
  return given.flatMap(({ name, file, defines = [] }) => {
    if (!existsSync(file)) {
      console.log(`${name}: ${file} is not there`);
      return [];
    }
    const macros = Object.fromEntries(defines.map((macro) => [macro, ""]));
    return [{ name, file, analysed: inOwnProcess(file, includes, macros) }];
  });
}
