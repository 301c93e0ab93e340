import { formatDiagnostic } from "../../core/index.ts";
import type { SourceText } from "../../p4/index.ts";
import { parseChain, type UnitGraph } from "../../synthesis/index.ts";
import { InputError, inputError } from "../errors.ts";
import type { Io } from "../io.ts";
import { libraryPrefix, readInput } from "./readInput.ts";

/**
 * A chain of network functions: a chain file (JSON, YAML or lib:NAME), a Click configuration (.click) or an
 * ACL (.acl, .rules). Files that a chain names are looked for beside it. What cannot be read is an
 * InputError.
 */
export async function readChain(io: Io, name: string): Promise<{ file: string; graph: UnitGraph }> {
  const { file, text } = await readInput(io, name, { folder: "clicks", extensions: [".yaml"] });
  const texts = new Map<string, SourceText>();
  for (const named of filesNamedIn(text)) {
    const found = await readBeside(io, name, named);
    if (found) texts.set(named, found);
  }
  const parsed = parseChain(text, file, (named) => texts.get(named) ?? null);
  if (parsed.graph === null) throw new InputError(file, parsed.diagnostics);
  for (const d of parsed.diagnostics) io.stderr(`${formatDiagnostic(d, file)}\n`);
  return { file, graph: parsed.graph };
}

/** Names behind `file:` in a chain file; whether they belong there is for its schema to say. */
const filesNamedIn = (text: string): string[] =>
  [...text.matchAll(/["']?file["']?\s*:\s*["']?([^"'\s,}\]]+)/g)].map((m) => m[1]!);

/** `lib:NAME` of the library's ACLs and programs, or a file beside the chain. */
async function readBeside(io: Io, chain: string, named: string): Promise<SourceText | null> {
  if (named.startsWith(libraryPrefix)) {
    const folder = named.endsWith(".p4") ? "programs" : "acls";
    return readInput(io, named, { folder, extensions: [".txt", ".p4"] });
  }
  const directory = chain.startsWith(libraryPrefix) ? "" : chain.slice(0, chain.lastIndexOf("/") + 1);
  if (named.startsWith("/")) return readInput(io, named, { folder: "acls", extensions: [] });
  try {
    return await readInput(io, directory + named, { folder: "acls", extensions: [] });
  } catch (error) {
    if (error instanceof InputError) throw inputError(chain, "chain-no-file", `${named}: ${error.message}`);
    throw error;
  }
}
