import { files as libraryFiles } from "../../library/devices/files.generated.ts";
import { libraryNames } from "../../library/names.ts";
import { assert } from "../core/index.ts";
import { parseDeviceProfile } from "./parseProfile.ts";
import type { DeviceProfile } from "./profile.ts";

/** Ids of the profiles that come with the product, sorted. */
export const libraryDeviceIds = (): string[] => libraryNames("devices", ".json");

/** A profile of the library by its id, or null when there is none. */
export function libraryDevice(id: string): DeviceProfile | null {
  const path = `devices/${id}.json`;
  const text = libraryFiles[path];
  if (text === undefined) return null;
  const result = parseDeviceProfile(text, path);
  assert(result.ok, `library file ${path} is not a valid profile`);
  return result.value;
}

export const libraryDevices = (): DeviceProfile[] =>
  libraryDeviceIds().flatMap((id) => libraryDevice(id) ?? []);
