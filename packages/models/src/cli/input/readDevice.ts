import { didYouMean } from "../../core/index.ts";
import {
  type DeviceProfile,
  libraryDevice,
  libraryDeviceIds,
  parseDeviceProfile,
} from "../../device/index.ts";
import { InputError, inputError } from "../errors.ts";
import type { Io } from "../io.ts";
import { readInput } from "./readInput.ts";

/** A profile by library id (also `lib:ID`), or from a file. A word without dot or slash is taken for an id. */
export async function readDevice(io: Io, idOrFile: string): Promise<DeviceProfile> {
  const known = libraryDevice(idOrFile);
  if (known) return known;
  if (/^[\w-]+$/.test(idOrFile) && idOrFile !== "-") {
    const ids = libraryDeviceIds();
    throw inputError(
      idOrFile,
      "device-unknown",
      `no such device in the library${didYouMean(idOrFile, ids)}; there are ${ids.join(", ")}, or give a profile file`,
    );
  }
  const { file, text } = await readInput(io, idOrFile, { folder: "devices", extensions: [".json"] });
  const profile = parseDeviceProfile(text, file);
  if (!profile.ok) throw new InputError(file, profile.error);
  return profile.value;
}
