import { libraryNames } from "../../../library/names.ts";
import { parseHexText } from "../../telemetry/index.ts";
import { inputError } from "../errors.ts";
import type { Io } from "../io.ts";
import { readBytes, readInput } from "./readInput.ts";

const captures = { folder: "captures", extensions: [".txt", ".json"] } as const;
const simulations = { folder: "simulations", extensions: [".json"] } as const;

/**
 * A file as bytes and the name by which messages call it. Captures of the library are hex texts, scenarios
 * JSON; simulated clouds have a folder of their own. A file that gzip compressed is unpacked.
 */
export async function readCaptureBytes(io: Io, file: string): Promise<{ file: string; bytes: Uint8Array }> {
  if (!file.startsWith("lib:")) {
    const name = file === "-" ? "<stdin>" : file;
    return { file: name, bytes: await unpacked(name, await readBytes(io, file)) };
  }
  const isCloud = libraryNames(simulations.folder, ".json").includes(file.slice("lib:".length));
  const entry = await readInput(io, file, isCloud ? simulations : captures);
  if (entry.file.endsWith(".json")) return { file: entry.file, bytes: new TextEncoder().encode(entry.text) };
  const bytes = parseHexText(entry.text);
  if (bytes === null) throw inputError(entry.file, "library-hex", "the library entry is not a hex text");
  return { file: entry.file, bytes };
}

async function unpacked(file: string, bytes: Uint8Array): Promise<Uint8Array> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    const stream = new Blob([new Uint8Array(bytes)]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  } catch {
    throw inputError(file, "gzip-damaged", "gzip compressed this file, and it is damaged or incomplete");
  }
}
