import { type Setting, settableParameters, settableRegisters, settingText } from "@p4twin/models/attach";
import type { P4Info } from "@p4twin/models/p4runtime";
import { type Entity, entityWords } from "@p4twin/models/snapshot";
import { DomainError } from "../../errors.ts";
import type { Seal } from "../../notifications/seal.ts";
import { forAll } from "../../shared/caller.ts";
import type { Parsing } from "../../shared/parsing/parsing.ts";
import { type Clock, found } from "../../shared/service.ts";
import { CANNOT_OPEN, openConnection } from "../connection.ts";
import type { AttachedSwitch } from "../schema.ts";
import type { SwitchStore } from "../store.ts";
import type { ChangesInput, Settable, SwitchWrite, WriteItem, WritingInput } from "./schema.ts";
import { KEPT_WRITES, type SettingsStore } from "./store.ts";

type Deps = {
  settingsStore: SettingsStore;
  store: Pick<SwitchStore, "connection" | "get" | "addOccurrence" | "transaction">;
  looking: Parsing;
  seal: Seal;
  clock: Clock;
  /** what a switch held when it was read last, and what it told of its program */
  held(attached: AttachedSwitch): Promise<{ info: P4Info; entities: AsyncIterable<Entity> } | null>;
  look(id: string): Promise<void>;
};

/** Parameters that one answer lists, and entries that are searched for them (our choices). */
const LISTED = 500;
const SEARCHED = 20_000;

/**
 * Settings of switches that run, written where the owner of the workspace has allowed it for this switch. Each write is
 * noted before it is made, read back, and can be undone where nobody has changed it since.
 */
export function createSettingsService(deps: Deps) {
  const { settingsStore, store, looking, seal, clock, held, look } = deps;
  /** one write at a time to a switch */
  const writing = new Set<string>();
  const get = async (id: string): Promise<AttachedSwitch> => found(await store.get(id), "switch", id);

  const targetOf = async (id: string) => {
    const target = openConnection(seal, found(await store.connection(id), "switch", id));
    if (!target) throw new DomainError("conflict", CANNOT_OPEN);
    return target;
  };
  const allowed = async (attached: AttachedSwitch) => {
    const how = await settingsStore.writing(attached.id);
    if (!how)
      throw new DomainError(
        "forbidden",
        `Nothing is written to ${attached.name}. An owner of the workspace can allow it on the switch's page, under Settings.`,
      );
    return how;
  };

  /** Makes changes, notes them, and reads the switch again. */
  const make = async (
    attached: AttachedSwitch,
    changes: ChangesInput,
    { by, undoOf }: { by: string | null; undoOf: string | null },
  ): Promise<SwitchWrite> => {
    const how = await allowed(attached);
    const { id } = attached;
    if (writing.has(id)) throw new DomainError("conflict", "Another write to this switch is under way.");
    writing.add(id);
    try {
      const target = await targetOf(id);
      const planned = changes.map(
        (change): WriteItem => ({ ...change, text: settingText(change.setting), after: null, why: null }),
      );
      const writeId = await settingsStore.begin(id, { items: planned, by, undoOf }, clock());
      const { thrift, electionId } = how;
      // it goes on when who asked leaves: half a write helps nobody
      const ended = await forAll(() =>
        looking.read("writeSettings", { ...target, thrift, electionId, changes }, attached.address),
      ).then(
        (ran) => endOf(planned, ran),
        (error: unknown) => endOf(planned, { ok: false, diagnostics: [{ message: messageOf(error) }] }),
      );
      await settingsStore.end(writeId, ended);
      const text = ended.items.map(
        ({ text: setting, before, after }) => `${setting} ${before} to ${after ?? "unknown"}`,
      );
      await store.transaction((tx) =>
        store.addOccurrence(tx, {
          ...{ switchId: id, at: clock(), snapshotId: null },
          kind: ended.state === "written" ? (undoOf ? "undone" : "written") : `write ${ended.state}`,
          text: `${text.join("; ")}.${ended.message ? ` ${ended.message}` : ""}`,
        }),
      );
      await look(id);
      return found(await settingsStore.write(id, writeId), "write", writeId);
    } finally {
      writing.delete(id);
    }
  };

  return {
    /** Says how settings of a switch are written; null: not at all, as when it was attached. */
    async allow(id: string, input: WritingInput | null, by: string | null): Promise<Settable> {
      await get(id);
      const how = input && { ...input, allowedAt: clock().toISOString(), allowedBy: by };
      await settingsStore.setWriting(id, how);
      return this.list(id);
    },

    /** What can be set, as the switch was read last. */
    async list(id: string): Promise<Settable> {
      const attached = await get(id);
      const how = await settingsStore.writing(id);
      const last = await held(attached);
      if (!last) return { writing: how, registers: [], parameters: [], total: 0 };
      const registers = settableRegisters(last.info).map(({ id: _, ...register }) => register);
      const parameters: Settable["parameters"] = [];
      let total = 0;
      let searched = 0;
      for await (const entity of last.entities) {
        if (++searched > SEARCHED) break;
        for (const { bits, value, ...setting } of settableParameters(entity, last.info)) {
          if (++total > LISTED || entity.kind !== "entry" || entity.action?.kind !== "run") continue;
          const action = entity.action.run.name;
          const { parameter } = setting;
          parameters.push({ setting, entry: entityWords(entity)[0], action, parameter, bits, value });
        }
      }
      return { writing: how, registers, parameters, total };
    },

    /** What settings are now; nothing is written and no stream is opened. */
    async read(id: string, settings: Setting[]): Promise<(string | null)[]> {
      const attached = await get(id);
      const how = await settingsStore.writing(id);
      const target = await targetOf(id);
      const read = await forAll(() =>
        looking.read("readSettings", { ...target, thrift: how?.thrift ?? null, settings }, attached.address),
      );
      if (!read.ok)
        throw new DomainError("unavailable", read.diagnostics[0]?.message ?? "The read was stopped.");
      if (read.value.kind === "failed") throw new DomainError("unavailable", read.value.message);
      return read.value.values;
    },

    /** Writes settings; `confirm` is the name of the switch, as who writes it has typed. */
    async write(input: {
      id: string;
      changes: ChangesInput;
      confirm: string;
      by: string | null;
    }): Promise<SwitchWrite> {
      const attached = await get(input.id);
      requireConfirmed(attached, input.confirm);
      return make(attached, input.changes, { by: input.by, undoOf: null });
    },

    /** Writes back what was there before a write; refused where somebody has changed it since. */
    async undo(input: {
      id: string;
      writeId: string;
      confirm: string;
      by: string | null;
    }): Promise<SwitchWrite> {
      const attached = await get(input.id);
      requireConfirmed(attached, input.confirm);
      const { items, state } = found(
        await settingsStore.write(input.id, input.writeId),
        "write",
        input.writeId,
      );
      const written = state === "refused" ? [] : items;
      const changes = written.flatMap(({ setting, before, after }) =>
        after === null || after === before ? [] : [{ setting, before: after, value: before }],
      );
      if (changes.length === 0)
        throw new DomainError("conflict", "This write changed nothing that is known.");
      return make(attached, changes, { by: input.by, undoOf: input.writeId });
    },

    async writes(id: string): Promise<SwitchWrite[]> {
      await get(id);
      return settingsStore.writes(id, KEPT_WRITES);
    },
  };
}
function requireConfirmed({ name }: AttachedSwitch, confirm: string): void {
  if (confirm !== name)
    throw new DomainError("bad_input", `To confirm, give the name of the switch: ${name}.`);
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

type Written = Awaited<ReturnType<typeof import("@p4twin/models/switches").writeSettings>>;
type Ran = { ok: true; value: Written } | { ok: false; diagnostics: { message: string }[] };

function endOf(planned: WriteItem[], ran: Ran): Pick<SwitchWrite, "state" | "items" | "message"> {
  if (!ran.ok) {
    const why = ran.diagnostics[0]?.message ?? "it was stopped";
    return { state: "partly", items: planned, message: `Whether it was written is unknown: ${why}` };
  }
  const { value: written } = ran;
  switch (written.kind) {
    case "failed":
      return {
        ...{ state: "refused", message: written.message },
        items: planned.map((item) => ({ ...item, after: item.before, why: "nothing was written" })),
      };
    case "moved":
      return {
        state: "refused",
        message: "Somebody has changed it meanwhile; nothing was written. Look at it again.",
        items: planned.map((item, i) => {
          const now = written.now[i] ?? null;
          return {
            ...item,
            after: now,
            why: now === item.before ? "nothing was written" : `it is ${now ?? "gone"}`,
          };
        }),
      };
    default:
      return {
        state: written.kind === "written" ? "written" : "partly",
        message: null,
        items: planned.map((item, i) => ({
          ...item,
          ...(written.items[i] ?? { after: null, why: "unknown" }),
        })),
      };
  }
}
