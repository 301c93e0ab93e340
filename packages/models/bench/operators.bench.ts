import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRandom } from "../src/core/index.ts";
import { checkP4 } from "../src/p4/index.ts";
import { Draw } from "./bmv2/grammar/draw.ts";
import { expression } from "./bmv2/grammar/expressions.ts";
import { bit, drawType, literal, type Scope, typeText } from "./bmv2/grammar/vocabulary.ts";

const SEED = 1;
/** Our choice. */
const EXPRESSIONS = 2000;
const NOTHING: Scope = { where: "function", places: [], headers: [], stacks: [], pairs: [], functions: [] };
/** What P4 leaves undefined, or defines for no such type. */
const UNDEFINED = ["8w5 / 0", "8w5 % 8w0", "8s5 / 8s2", "-5 / 2", "5 % -2", "8w1 << -1", "1 >> -1"];

/**
 * Constants of random expressions of P4's operators as we fold them, beside p4c's own folding:
 * `P4TWIN_P4C=p4c-bm2-ss npm run bench operators`. What differs is printed.
 */
export default function operators() {
  const name = "operators on constants as p4c folds them";
  const { P4TWIN_P4C: p4c } = process.env;
  if (!p4c || !existsSync(p4c)) {
    console.log("P4TWIN_P4C does not name a p4c-bm2-ss: nothing is compared");
    return { name, rows: [] };
  }
  const folder = mkdtempSync(join(tmpdir(), "p4twin-operators-"));
  const draw = new Draw(createRandom(SEED));
  const texts = Array.from({ length: EXPRESSIONS }, (_, index) => declared(draw, `c${index}`));
  const ours = constantsOf(texts.join("\n"));
  const theirs = constantsOf(foldedByP4c(p4c, folder, texts.join("\n")));
  const row = { expressions: EXPRESSIONS, folded: 0, equal: 0, refused: 0, refusedByBoth: 0 };
  for (const [index, text] of texts.entries()) {
    const [our, their] = [ours.get(`c${index}`), theirs.get(`c${index}`)];
    if (their === undefined) continue;
    row.folded++;
    if (our === their) row.equal++;
    else console.log(`${text} is ${String(our)} here, ${String(their)} by p4c`);
  }
  for (const text of UNDEFINED) {
    const source = `const bit<8> c = ${text};`;
    const isRefused = checkP4({ file: "c.p4", text: source }).diagnostics.some(
      (each) => each.severity === "error",
    );
    const output = join(folder, "refused.p4");
    writeFileSync(output, source);
    if (spawnSync(p4c, [output]).status === 0) continue;
    row.refused++;
    if (isRefused) row.refusedByBoth++;
    else console.log(`${text} is refused by p4c only`);
  }
  rmSync(folder, { recursive: true });
  return { name, rows: [row] };
}

/** A constant; a third of the numbers are divided, cut or computed without a width, which the grammar does not do. */
function declared(draw: Draw, name: string): string {
  const type = drawType(draw);
  const text = expression(draw, NOTHING, type, 4);
  const cut = draw.integer(type.width || 1);
  const low = draw.integer(cut + 1);
  const small = () => `${draw.integer(2 ** 20)}`;
  const operator = draw.pick(["+", "-", "*", "&", "|", "^", "<", "=="]);
  const result = operator === "<" || operator === "==" ? "bool" : "int";
  const made = `const ${typeText(type)} ${name} = ${text};`;
  return draw.weighted([
    [6, made],
    [
      1,
      type.kind === "bit"
        ? `const ${typeText(type)} ${name} = ${text} / ${divisor(draw, type.width)};`
        : made,
    ],
    [
      1,
      type.kind === "bit"
        ? `const ${typeText(type)} ${name} = ${text} % ${divisor(draw, type.width)};`
        : made,
    ],
    [1, type.kind === "bool" ? made : `const bit<${cut - low + 1}> ${name} = (${text})[${cut}:${low}];`],
    [
      1,
      `const ${result} ${name} = (${small()} - ${small()} * 4097) ${operator} (${small()} << 40) - (${small()} / 7);`,
    ],
  ]);
}

/** Not zero. */
const divisor = (draw: Draw, width: number): string => `(${literal(draw, bit(width))} | ${width}w1)`;

/** The program behind p4c's last pass that folds constants. */
function foldedByP4c(p4c: string, folder: string, text: string): string {
  const source = join(folder, "constants.p4");
  writeFileSync(source, text);
  const run = spawnSync(p4c, ["--Wdisable", "--dump", folder, "--top4", "ConstantFolding", source], {
    encoding: "utf8",
  });
  const dumps = readdirSync(folder).filter((each) => each.startsWith("constants-"));
  // unused constants go at the end of the front end
  const held = dumps
    .sort()
    .map((each) => readFileSync(join(folder, each), "utf8"))
    .filter((each) => each.includes("const "));
  if (held.length === 0) console.log(run.stderr.slice(0, 2000));
  return held.at(-1) ?? "";
}

function constantsOf(text: string): Map<string, unknown> {
  const checked = checkP4({ file: "constants.p4", text });
  const errors = checked.diagnostics.filter(({ severity }) => severity === "error");
  for (const { message, span } of errors.slice(0, 5)) console.log(`${message} (line ${span?.line})`);
  return new Map(
    checked.program.declarations.flatMap((each) =>
      each.kind === "constant" ? [[each.name.text, checked.constants.get(each.value)] as const] : [],
    ),
  );
}
