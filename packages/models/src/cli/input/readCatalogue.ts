import { libraryFunctions } from "../../chain/index.ts";
import { libraryDevices } from "../../device/index.ts";
import { type Catalogue, createCatalogue } from "../../placement/index.ts";
import type { Io } from "../io.ts";
import { readDevice } from "./readDevice.ts";

/** The library, and the profiles of these files; of two with the same id the file's counts. */
export async function readCatalogue(io: Io, profiles: readonly string[] = []): Promise<Catalogue> {
  const own = await Promise.all(profiles.map((file) => readDevice(io, file)));
  return createCatalogue([...libraryDevices(), ...own], libraryFunctions());
}
