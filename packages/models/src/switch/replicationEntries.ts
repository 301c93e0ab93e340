import {
  CloneSessionEntry,
  type Draft,
  type Entity,
  MulticastGroupEntry,
  type PacketReplicationEngineEntry,
  type Replica,
  type Update,
} from "../p4runtime/index.ts";
import type { Target } from "../run/index.ts";
import { numberWithin } from "./byteStrings.ts";
import { canonicalReplica } from "./canonical.ts";
import { exists, invalid, notFound, outOfRange, unimplemented } from "./errors.ts";

type Copies = { port: number; instance: number }[];
type Held<T> = { message: T; nodes: number[] };

/** BMv2's sessions go from 0 to 32767, and so do groups of P4Runtime to 16 bits. */
const MOST_SESSION = 32_767;
const MOST_GROUP = 65_535;
/** Group of a session with several copies: no program can name it. */
const groupOfSession = (session: number): number => MOST_GROUP + 1 + session;
const PORT_BITS = 9;
/** BMv2's `egress_rid` has 16 bits. */
const MOST_INSTANCE = 65_535;

/** Multicast groups and clone sessions as controllers write them. */
export class ReplicationEntries {
  private readonly target: Target;
  private readonly groups = new Map<number, Held<MulticastGroupEntry>>();
  private readonly sessions = new Map<number, Held<CloneSessionEntry>>();

  constructor(target: Target) {
    this.target = target;
    this.takeInitial();
  }

  /** Takes up what was set before the first controller came, as by a file of BMv2 commands. */
  private takeInitial(): void {
    const { replication } = this.target;
    for (const id of replication.groupIds)
      if (id > 0 && id <= MOST_GROUP)
        this.groups.set(id, {
          message: MulticastGroupEntry.of({
            multicastGroupId: id,
            replicas: replicasOf(replication.copies(id)),
          }),
          nodes: [...replication.nodesOf(id)],
        });
    for (const id of replication.sessionIds) {
      const session = replication.session(id);
      if (id === 0 || id > MOST_SESSION || !session) continue;
      const { port, group, cutTo } = session;
      const copies = group !== null ? replication.copies(group) : port === null ? [] : [{ port, rid: 0 }];
      this.sessions.set(id, {
        message: CloneSessionEntry.of({
          ...{ sessionId: id, packetLengthBytes: cutTo ?? 0 },
          replicas: replicasOf(copies),
        }),
        nodes: group === groupOfSession(id) ? [...replication.nodesOf(group)] : [],
      });
    }
  }

  write(type: Update["type"], { type: of }: PacketReplicationEngineEntry): void {
    if (of?.kind === "multicastGroupEntry") this.writeGroup(type, of.value);
    else if (of?.kind === "cloneSessionEntry") this.writeSession(type, of.value);
    else throw invalid("a replication entry is a multicast group or a clone session");
  }

  private writeGroup(type: Update["type"], message: MulticastGroupEntry): void {
    const id = message.multicastGroupId;
    if (id === 0 || id > MOST_GROUP) throw invalid(`a multicast group has a number from 1 to ${MOST_GROUP}`);
    const known = this.groups.get(id);
    this.check(type, known, `multicast group ${id}`);
    const copies = type === "DELETE" ? [] : copiesOf(message.replicas);
    if (known) this.empty(id, known.nodes);
    if (type === "DELETE") this.groups.delete(id);
    else this.groups.set(id, { message: canonical(message), nodes: this.fill(id, copies) });
  }

  private writeSession(type: Update["type"], message: CloneSessionEntry): void {
    const id = message.sessionId;
    if (id === 0 || id > MOST_SESSION)
      throw invalid(`a clone session has a number from 1 to ${MOST_SESSION}`);
    const known = this.sessions.get(id);
    this.check(type, known, `clone session ${id}`);
    if (type !== "DELETE" && message.classOfService !== 0)
      throw unimplemented("classes of service of clones");
    const { packetLengthBytes: length } = message;
    if (length < 0) throw invalid("a length of clones cannot be negative");
    if (type !== "DELETE" && length > 0 && !this.target.replication.cutsClones)
      throw unimplemented("clones that are cut, of this architecture");
    const copies = type === "DELETE" ? [] : copiesOf(message.replicas);
    const group = groupOfSession(id);
    if (known) this.empty(group, known.nodes);
    if (type === "DELETE") {
      this.target.replication.removeSession(id);
      this.sessions.delete(id);
      return;
    }
    this.sessions.set(id, { message: canonical(message), nodes: this.fill(group, copies) });
    this.target.replication.setSession(id, { group, cutTo: length === 0 ? null : length });
  }

  private check(type: Update["type"], known: unknown, what: string): void {
    if (type === "INSERT" && known) throw exists(`there is a ${what} already`);
    if (type !== "INSERT" && !known) throw notFound(`there is no ${what}`);
  }

  private fill(group: number, copies: Copies): number[] {
    const { replication } = this.target;
    replication.createGroup(group);
    return copies.map(({ port, instance }) => {
      const node = replication.createNode(instance, [port]);
      replication.associate(group, node);
      return node;
    });
  }

  private empty(group: number, nodes: readonly number[]): void {
    for (const node of nodes) this.target.replication.destroyNode(node);
    this.target.replication.destroyGroup(group);
  }

  *read({ type }: PacketReplicationEngineEntry): Generator<Draft<Entity>> {
    if (!type) throw invalid("say which: multicast groups or clone sessions");
    const all =
      type.kind === "multicastGroupEntry"
        ? chosen(this.groups, type.value.multicastGroupId).map((value) => ({ kind: type.kind, value }))
        : chosen(this.sessions, type.value.sessionId).map((value) => ({ kind: type.kind, value }));
    for (const each of all)
      yield {
        entity: {
          kind: "packetReplicationEngineEntry",
          value: { type: each } as Draft<PacketReplicationEngineEntry>,
        },
      };
  }
}

const replicasOf = (copies: readonly { port: number; rid: number }[]) =>
  copies.map(({ port, rid }) => ({
    portKind: { kind: "egressPort" as const, value: port },
    instance: rid,
  }));

const chosen = <T>(all: ReadonlyMap<number, Held<T>>, id: number): T[] =>
  [...all].flatMap(([each, { message }]) => (id === 0 || id === each ? [message] : []));

const canonical = <T extends { replicas: Replica[] }>(message: T): T => ({
  ...message,
  replicas: message.replicas.map(canonicalReplica),
});

function copiesOf(replicas: readonly Replica[]): Copies {
  const seen = new Set<string>();
  return replicas.map(({ portKind, instance, backupReplicas }) => {
    if (backupReplicas.length > 0) throw unimplemented("backup replicas");
    if (instance > MOST_INSTANCE) throw invalid(`an instance is at most ${MOST_INSTANCE}, not ${instance}`);
    if (!portKind) throw invalid("a replica needs a port");
    const port =
      portKind.kind === "port"
        ? Number(numberWithin(portKind.value, PORT_BITS, "the port of a replica"))
        : portKind.value;
    if (port >> PORT_BITS !== 0) throw outOfRange(`port ${port} does not fit ${PORT_BITS} bits`);
    const key = `${port} ${instance}`;
    if (seen.has(key)) throw invalid(`port ${port} with instance ${instance} is given twice`);
    seen.add(key);
    return { port, instance };
  });
}
