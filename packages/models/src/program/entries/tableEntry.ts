import type { Span } from "../../core/index.ts";

/** A table as controllers know it. */
export type EntryTable = {
  /** full control-plane name */
  name: string;
  /** of its `@id`; null: P4Runtime knows it by a hash of the name */
  id: number | null;
  keys: readonly EntryKey[];
  actions: readonly EntryAction[];
};

/** `width` in bits, null: unknown; `id`: P4Runtime's, 0 for what controllers do not see. */
export type EntryKey = { name: string; kind: string; width: number | null; id: number };
export type EntryAction = {
  name: string;
  id: number | null;
  parameters: readonly EntryParameter[];
  /** whether misses run it and entries may not: `@defaultonly`, or `NoAction` where the table does not list it */
  isOnlyDefault?: boolean;
};
export type EntryParameter = { name: string; width: number | null; id: number };

/** What one key of an entry demands; numbers are the bits of the key, without a sign. */
export type Match =
  | { kind: "exact"; value: bigint | string }
  | { kind: "lpm"; value: bigint; prefix: number }
  | { kind: "ternary"; value: bigint; mask: bigint }
  | { kind: "range"; low: bigint; high: bigint }
  | { kind: "any" };

/** An action by its control-plane name; `values` in the order of its parameters, null: left out (see `readEntries`). */
export type EntryRun = { action: string; values: readonly bigint[] | null };

/** What an entry demands of the keys of its table, by its full name, in their order. */
export type EntryDemand = {
  table: string;
  /** null: left out (see `readEntries`) */
  matches: readonly Match[] | null;
  /** the smallest wins, as in BMv2's own interface; 0 where priorities mean nothing */
  priority: number;
};

export type Replica = { egress_port: number; instance?: number | undefined };

/**
 * How P4Runtime updates an entry of equal match and priority: insert demands that there is none, the others that there
 * is one. Left out: as insert, but for entries of the program, which a switch gives back with what controllers wrote.
 */
export type Update = "insert" | "modify" | "delete";
type Updating = { update?: Exclude<Update, "delete"> };
type Updates = { update?: Update };

/** One thing that a text of entries does to a switch. */
export type Change =
  | ({ kind: "entry"; run: EntryRun } & EntryDemand & Updating)
  | ({ kind: "withdraw" } & EntryDemand)
  /** an update that leaves the action of an entry as it is */
  | ({ kind: "keep" } & EntryDemand)
  /** what misses; null: what the program gives */
  | { kind: "default"; table: string; run: EntryRun | null }
  | { kind: "modify"; table: string; handle: number; run: EntryRun }
  | { kind: "delete"; table: string; handle: number }
  | { kind: "clear"; table: string }
  /** an entry, or what misses, that runs one of an action profile; `runs`: those it may run, null: unknown */
  | ({
      kind: "member";
      isDefault: boolean;
      use: ProfileUse | OneShot | null;
      runs: EntryRun[] | null;
    } & EntryDemand &
      Updating)
  | ({ kind: "profile" } & ProfileChange)
  /** `cutTo`: bytes that leave of each clone */
  | ({
      kind: "replicas";
      of: "group" | "session";
      id: number;
      replicas: readonly Replica[];
      cutTo?: number;
    } & Updates)
  /** of BMv2, about something else than tables */
  | { kind: "command"; verb: string; words: readonly string[] };

/** `isFilled`: the group must have a member, as BMv2's commands demand. */
export type ProfileUse = { member: number } | { group: number; isFilled?: true };
/** Members that an entry brings along, each as often as its weight. */
export type OneShot = { members: readonly EntryRun[] };

/**
 * A member or group of the action profile `profile` (a name, or P4Runtime's id); `members` are ids, each as often as
 * its weight. Null: nothing is written, as where it is deleted.
 */
type ProfileChange = { profile: string; id: number } & Updates &
  ({ of: "member"; run: EntryRun | null } | { of: "group"; members: readonly number[] });

/** A change with its place in the text, which is looked up when it is asked for. */
export type PlacedChange = Change & Pick<Written, "at">;

/** One entry or command of a text before it is read for a program; null: it only asks. `read` throws `ControlError`. */
export type Written = { at: () => Span; read: () => Change | null };

/** Whether entries have a priority: not where one value, or one prefix, decides. */
export const hasPriorities = (keys: readonly { kind: string }[]): boolean =>
  keys.some(({ kind }) => kind === "ternary" || kind === "optional" || kind === "range");

/** Bits that a prefix covers. */
export const prefixMask = (width: number, prefix: number): bigint =>
  ((1n << BigInt(prefix)) - 1n) << BigInt(width - prefix);
