import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { checkShape, type Diagnostic, readDocument, type SourceDocument } from "@p4twin/models/core";
import { parseTopology } from "@p4twin/models/topology";
import type { z } from "zod";
import { type Item, type Version, versionOf } from "./collect.ts";
import { listFiles, MARKER } from "./files.ts";
import { fileSchemas, type Kind, kinds, sourceExtensions } from "./kinds.ts";
import { referencesIn } from "./references.ts";
import { slugOf } from "./stable.ts";

const PATH = /^([a-z]+)\/([a-z0-9~-]+)(?:\.versions\/(\d+))?\.json$/;

/** The text with everything blank but the value at `path`: its lines and columns stay those of the file. */
function only(text: string, source: SourceDocument, path: readonly string[]): string {
  const { start, end } = source.spanAt(path);
  const blank = (part: string): string => part.replace(/[^\n]/g, " ");
  return `${blank(text.slice(0, start))}${text.slice(start, end)}${blank(text.slice(end))}`;
}

/** The objects of a folder, and what is wrong with its files, each at its line and column. */
export async function readFiles(dir: string): Promise<{ items: Item[]; diagnostics: Diagnostic[] }> {
  const diagnostics: Diagnostic[] = [];
  const problem = (file: string, code: string, message: string): void => {
    const span = { file, start: 0, end: 0, line: 1, column: 1, endLine: 1, endColumn: 1 };
    diagnostics.push({ severity: "error", code, message, span });
  };
  const marker = await readFile(join(dir, MARKER), "utf8").catch(() => null);
  if (marker === null)
    problem(
      join(dir, MARKER),
      "no-export",
      "this folder holds no export of P4Twin; name one that export wrote",
    );
  const isOlder = (path: string): number => (path.includes(".versions/") ? 0 : 1);
  // versions are read in their order: older ones, then the newest
  const paths = (marker === null ? [] : await listFiles(dir, kinds)).sort((a, b) => isOlder(a) - isOlder(b));
  const items = new Map<string, Item>();
  const places: { version: Version; source: SourceDocument }[] = [];
  for (const path of paths) {
    const isSource = Object.values(sourceExtensions).some((extension) => path.endsWith(`.${extension}`));
    if (isSource) continue;
    const [, folder, key] = PATH.exec(path) ?? [];
    const kind = kinds.find((each) => each === folder);
    const file = join(dir, path);
    if (!kind || key === undefined) {
      problem(file, "unknown-file", "P4Twin keeps no such file; remove it, or name it like the others");
      continue;
    }
    const text = await readFile(file, "utf8");
    const source = readDocument(text, file);
    // each kind has its schema, and what it says is an object
    const schema = fileSchemas[kind] as z.ZodType<{ name: string; removed?: true }>;
    const shaped = checkShape(source, schema, `a file of ${kind}`);
    diagnostics.push(...shaped.diagnostics);
    if (!shaped.value) continue;
    const slug = slugOf(shaped.value.name);
    if (key.replace(/~\d+$/, "") !== slug)
      problem(
        file,
        "wrong-name",
        `"${shaped.value.name}" is in ${slug}.json; rename the file, or correct the name`,
      );
    if (kind === "topologies")
      diagnostics.push(
        ...parseTopology(only(text, source, ["document"]), file).diagnostics.filter(
          (d) => d.severity === "error",
        ),
      );
    const beside = await readBeside(file, kind, shaped.value);
    if (beside === undefined) {
      const wanted = file.replace(/json$/, sourceExtensions[kind] ?? "");
      problem(file, "missing-source", `its text is missing: there is no ${wanted}`);
      continue;
    }
    const version = versionOf(shaped.value, beside, null);
    places.push({ version, source });
    const at = `${kind}/${key}`;
    const { name, removed = false } = shaped.value;
    const item = items.get(at) ?? { kind, key, name, removed, id: null, versions: [] };
    items.set(at, { ...item, name, removed, versions: [...item.versions, version] });
  }
  diagnostics.push(...danglingReferences(items, places));
  const rank = (item: Item): number => kinds.indexOf(item.kind);
  const inOrder = [...items.values()].sort(
    (a, b) => rank(a) - rank(b) || a.key.localeCompare(b.key, "en", { numeric: true }),
  );
  return { items: inOrder, diagnostics };
}

/** The text that belongs to a file; null when none does, undefined when it is missing. */
async function readBeside(file: string, kind: Kind, content: object): Promise<string | null | undefined> {
  const extension = sourceExtensions[kind];
  const isAddress = kind === "engines" && Object(content).engine.kind === "http";
  if (extension === undefined || isAddress) return null;
  return readFile(file.replace(/json$/, extension), "utf8").catch(() => undefined);
}

/** References to objects that the folder does not hold; a version of one that it holds may also be in the instance. */
function danglingReferences(
  items: ReadonlyMap<string, Item>,
  places: readonly { version: Version; source: SourceDocument }[],
): Diagnostic[] {
  return places.flatMap(({ version, source }) =>
    referencesIn(version.content).flatMap(({ reference, path }) =>
      items.has(`${reference.kind}/${reference.key}`)
        ? []
        : [
            {
              severity: "error" as const,
              code: "unknown-reference",
              message: `there is no ${reference.kind}/${reference.key}.json; add it, or refer to one that is there`,
              span: source.spanAt(path),
            },
          ],
    ),
  );
}
