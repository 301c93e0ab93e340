import { bytesOf, fieldOf, messagesOf, numberOf, updatesOf } from "./messageFields.ts";
import { ControlError } from "./names.ts";
import type { Change, EntryRun, Replica, Update } from "./tableEntry.ts";
import type { TextField, TextMessage } from "./textProto.ts";

/** How parts of a message are read that are about names and numbers. */
export type PartReader = {
  nameOf: (field: TextField) => string;
  /** a member's action with its values */
  memberRun: (action: TextMessage) => EntryRun;
  updateOf: (type: string | null) => Update | null;
};

/** What P4Runtime writes beside tables. `rank`: what uses another comes after it, whatever the order of a read. */
export type GroupEntry = { offset: number; rank: number; read: () => Change };

/** Members and groups of action profiles, multicast groups and clone sessions, which entries name by their ids. */
export function groupEntries(message: TextMessage, reader: PartReader): GroupEntry[] {
  const found = (
    field: string,
    read: (entry: TextMessage, type: string | null) => GroupEntry[],
  ): GroupEntry[] => updatesOf(message, field).flatMap(({ message: entry, type }) => read(entry, type));
  return [
    ...found("action_profile_id", (entry, type) => profileEntry(entry, type, reader)),
    ...found("multicast_group_id", (entry, type) => [
      replicas("group", "multicast_group_id", entry, type, reader),
    ]),
    ...found("session_id", (entry, type) => [replicas("session", "session_id", entry, type, reader)]),
  ];
}

function profileEntry(entry: TextMessage, type: string | null, reader: PartReader): GroupEntry[] {
  const field = fieldOf(entry, "action_profile_id")!;
  const of = (["member", "group"] as const).find((each) => fieldOf(entry, `${each}_id`));
  if (!of) return [];
  const read = (): Change => {
    const [id, update] = [numberOf(entry, `${of}_id`), reader.updateOf(type)];
    const about = { kind: "profile", profile: reader.nameOf(field), id, ...(update && { update }) } as const;
    if (of === "group")
      return { ...about, of, members: messagesOf(entry, "members").flatMap((each) => weighted(each)) };
    const [action] = messagesOf(entry, "action");
    if (!action && update !== "delete")
      throw new ControlError(
        `member ${id} of action profile ${about.profile} has no action; give it action { action_id: … }`,
        "entries-syntax",
      );
    return { ...about, of, run: action && update !== "delete" ? reader.memberRun(action) : null };
  };
  return [{ offset: field.offset, rank: isDelete(type) ? LAST : of === "member" ? 0 : 1, read }];
}

function weighted(member: TextMessage): number[] {
  return Array<number>(weightOf(member)).fill(numberOf(member, "member_id"));
}

/** How often a member counts; P4Runtime demands one at least. */
export function weightOf(member: TextMessage): number {
  const weight = fieldOf(member, "weight") ? numberOf(member, "weight") : 1;
  if (weight >= 1 && weight <= MOST_WEIGHT) return weight;
  throw new ControlError(`the weight of a member is 1 to ${MOST_WEIGHT}, not ${weight}`);
}

/** Our choice: a member is held as often as its weight. */
const MOST_WEIGHT = 65_535;
/** Tables come between what they name and what is deleted behind them. */
const LAST = 3;

const isDelete = (type: string | null): boolean => type === "DELETE" || type === "3";

function replicas(
  of: "group" | "session",
  idField: string,
  entry: TextMessage,
  type: string | null,
  reader: PartReader,
): GroupEntry {
  const read = (): Change => {
    const [update, cutTo] = [reader.updateOf(type), numberOf(entry, "packet_length_bytes")];
    const copies = messagesOf(entry, "replicas").map(
      (each): Replica => ({ egress_port: portOf(each), instance: numberOf(each, "instance") }),
    );
    return {
      ...{ kind: "replicas", of, id: numberOf(entry, idField), replicas: copies },
      ...(cutTo > 0 && { cutTo }),
      ...(update && { update }),
    };
  };
  return { offset: fieldOf(entry, idField)!.offset, rank: isDelete(type) ? LAST : 0, read };
}

/** The port of a copy: a number, or bytes in P4Runtime 1.4 and later. */
const portOf = (replica: TextMessage): number =>
  fieldOf(replica, "port") ? Number(bytesOf(replica, "port")) : numberOf(replica, "egress_port");
