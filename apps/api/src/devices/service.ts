import { libraryDevice, libraryDevices } from "@p4twin/models/device";
import { DomainError, notFound } from "../errors.ts";
import { hashJson } from "../shared/hash.ts";
import type { Parsing } from "../shared/parsing/parsing.ts";
import { type Clock, found } from "../shared/service.ts";
import type { Device, WrittenDevice } from "./schema.ts";
import type { DeviceStore } from "./store.ts";

const ofLibrary = (document: Device["document"]): Device => ({
  id: document.id,
  origin: "library",
  versionId: null,
  number: document.version,
  document,
  versions: [],
});

/** Device profiles: those of the library and immutable versions of the users' own. */
export function createDeviceService({
  store,
  clock,
  parsing,
}: {
  store: DeviceStore;
  clock: Clock;
  parsing: Parsing;
}) {
  const list = async (): Promise<Device[]> => [...libraryDevices().map(ofLibrary), ...(await store.list())];
  const get = async (id: string): Promise<Device> =>
    found((await list()).find((device) => device.id === id) ?? null, "device profile", id);

  return {
    list,
    get,

    /** A profile as it stood at a version: of the library only the one there is. */
    async getVersion(id: string, number: number): Promise<Device["document"]> {
      const shipped = libraryDevice(id);
      const document = shipped?.version === number ? shipped : await store.version(id, number);
      return found(document, "device profile", `${id}@${number}`);
    },

    /** Stores a profile; with the id of an own profile a new version of it. A profile with mistakes is not stored. */
    async create({
      by,
      ...file
    }: {
      text: string;
      fileName: string;
      by: string | null;
    }): Promise<WrittenDevice> {
      const done = await parsing.read("device", file, file.fileName);
      if (!done.ok) return done;
      const parsed = done.value;
      if (!parsed.ok) return { ok: false, diagnostics: parsed.error };
      const { id } = parsed.value;
      if (libraryDevice(id)) {
        throw new DomainError("conflict", `"${id}" is a profile of the library; give yours another id.`);
      }
      await store.transaction(async (tx) => {
        const { profileId, newest } = await store.lock(tx, id);
        const number = (newest?.number ?? 0) + 1;
        const document = { ...parsed.value, version: number };
        const hash = hashJson({ ...parsed.value, version: 0 });
        if (newest?.hash === hash) return;
        await store.addVersion(tx, { profileId, number, hash, document, createdBy: by });
      });
      return { ok: true, version: await get(id), diagnostics: [] };
    },

    async remove(id: string): Promise<void> {
      if (libraryDevice(id)) throw new DomainError("conflict", `"${id}" belongs to the library and stays.`);
      if (!(await store.setRemoved(id, clock()))) throw notFound("device profile", id);
    },

    async restore(id: string): Promise<void> {
      if (!(await store.setRemoved(id, null))) throw notFound("device profile", id);
    },
  };
}

export type DeviceService = ReturnType<typeof createDeviceService>;
