import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { builtMemory, pyodideFolder, pythonRoomFolder } from "@p4twin/models/cli";
import type { FastifyInstance } from "fastify";

/** `folder` is null where there is no such file; `level` is gzip's. */
type Served = { folder: () => string | null; type: string; level?: number };
const ofPyodide = (type: string): Served => ({ folder: pyodideFolder, type });
const ofRoom = (type: string): Served => ({ folder: () => pythonRoomFolder, type });
const SCRIPT = "text/javascript; charset=utf-8";

/** Most of its 30 MB is easy to pack: better packing takes twice as long for a twelfth less (measured). */
const ofBuild: Served = {
  folder: () => {
    const path = builtMemory();
    return path && dirname(path);
  },
  type: "application/octet-stream",
  level: 1,
};

/** Everything that a browser needs to run an engine; nothing else of these folders is served. */
const FILES = new Map<string, Served>([
  ["worker.ts", ofRoom(SCRIPT)],
  ["sandbox.ts", ofRoom(SCRIPT)],
  ["guest.py", ofRoom("text/plain; charset=utf-8")],
  ["pyodide.mjs", ofPyodide(SCRIPT)],
  ["pyodide.asm.mjs", ofPyodide(SCRIPT)],
  ["pyodide.asm.wasm", ofPyodide("application/wasm")],
  ["python_stdlib.zip", ofPyodide("application/zip")],
  ["pyodide-lock.json", ofPyodide("application/json; charset=utf-8")],
  ["memory", ofBuild],
]);

/** A worker takes its policy from its own answer: it may run what is served here, and connect to nothing. */
const WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'none'";

type Ready = { plain: Buffer; packed: Buffer | null; tag: string };

/** `/python/*`: the interpreter and the sandbox, from the installed package; public, because they are. */
export async function pythonFileRoutes(app: FastifyInstance): Promise<void> {
  const read = new Map<string, Promise<Ready>>();
  const ready = (name: string, folder: string, served: Served): Promise<Ready> => {
    const known = read.get(name) ?? prepare(join(folder, name), served);
    read.set(name, known);
    known.catch(() => read.delete(name));
    return known;
  };
  app.get<{ Params: { name: string } }>("/python/:name", async (request, reply) => {
    const { name } = request.params;
    const served = FILES.get(name);
    if (!served) return reply.callNotFound();
    const folder = served.folder();
    if (folder === null) return reply.status(204).send();
    const { plain, packed, tag } = await ready(name, folder, served);
    reply.headers({
      "content-type": served.type,
      "content-security-policy": WORKER_POLICY,
      "cache-control": "no-cache",
      vary: "accept-encoding",
      etag: tag,
      // the size that a progress bar counts to, whatever the encoding
      "x-plain-length": plain.length,
    });
    if (request.headers["if-none-match"] === tag) return reply.status(304).send();
    const takesPacked = packed && /\bgzip\b/.test(String(request.headers["accept-encoding"] ?? ""));
    return takesPacked ? reply.header("content-encoding", "gzip").send(packed) : reply.send(plain);
  });
}

async function prepare(path: string, { type, level }: Served): Promise<Ready> {
  const file = await readFile(path);
  const plain = path.endsWith(".ts") ? Buffer.from(withoutTypes(file.toString("utf8"))) : file;
  // the library is packed already
  const packed = type === "application/zip" ? null : await promisify(gzip)(plain, { level });
  return { plain, packed, tag: `"${createHash("sha256").update(plain).digest("base64url")}"` };
}

/**
 * As the server's own files are run; Node's note that this may change is for developers, not for the
 * operator's terminal.
 */
function withoutTypes(source: string): string {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return stripTypeScriptTypes(source);
  } finally {
    process.emitWarning = emitWarning;
  }
}
