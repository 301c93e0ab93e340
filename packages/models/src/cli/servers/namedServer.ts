import {
  libraryServer,
  libraryServerIds,
  parseServerProfile,
  type ServerProfile,
} from "../../server/index.ts";
import { InputError, inputError } from "../errors.ts";
import { libraryPrefix, readInput } from "../input/readInput.ts";
import type { Io } from "../io.ts";

/** A server profile: of the library (`name` is its id, or lib:ID), or the file `given` on the command line. */
export async function namedServer(
  io: Io,
  name: string,
  given: string | undefined = name,
): Promise<ServerProfile> {
  const known = libraryServer(name.startsWith(libraryPrefix) ? name.slice(libraryPrefix.length) : name);
  if (known !== null) return known;
  if (given === undefined || !/[./]/.test(given))
    throw inputError(
      name,
      "unknown-server",
      `no such server in the library; there are ${libraryServerIds().join(", ")}, or give a profile file by --server`,
    );
  const { file, text } = await readInput(io, given, { folder: "servers/profiles", extensions: [".json"] });
  const parsed = parseServerProfile(text, file);
  if (!parsed.ok) throw new InputError(file, parsed.error);
  return parsed.value;
}
