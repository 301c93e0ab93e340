import { Handles } from "../../program/index.ts";

/** One copy of a packet. */
export type Copy = { port: number; rid: number };

/** Where a copy goes, as a trace says it: copies for one port differ by their id. */
export const copyPlace = ({ port, rid }: Copy): string => `port ${port}, rid ${rid}`;

/** Where clones go; `cutTo`: bytes that leave of each, null for whole packets. */
type Session = { port: number | null; group: number | null; cutTo: number | null };

/** Multicast groups and clone sessions (BMv2 `simple_pre_lag.cpp`). */
export class Replication {
  private readonly groups = new Map<number, number[]>();
  private readonly nodes = new Map<number, { rid: number; ports: number[] }>();
  private readonly handles = new Handles();
  /** nodes that are in a group, or were when it was destroyed */
  private readonly joined = new Set<number>();
  private readonly sessions = new Map<number, Session>();
  /** whether clones can be cut to a length */
  readonly cutsClones: boolean;

  constructor({ cutsClones = false } = {}) {
    this.cutsClones = cutsClones;
  }

  /** One that is there stays as it is. */
  createGroup(group: number): void {
    if (!this.groups.has(group)) this.groups.set(group, []);
  }

  /** Its nodes stay, and in BMv2 they can then join no other group. */
  destroyGroup(group: number): void {
    this.groups.delete(group);
  }

  /** Destroys a group with its nodes. */
  destroyWhole(group: number): void {
    for (const node of this.nodesOf(group)) this.destroyNode(node);
    this.destroyGroup(group);
  }

  /** The handle of the new node; handles count from 0. */
  createNode(rid: number, ports: readonly number[]): number {
    const node = this.handles.take();
    this.nodes.set(node, { rid, ports: inOrder(ports) });
    return node;
  }

  /** False: there is no such node; so of the next. */
  updateNode(node: number, ports: readonly number[]): boolean {
    const found = this.nodes.get(node);
    if (found) found.ports = inOrder(ports);
    return found !== undefined;
  }

  destroyNode(node: number): boolean {
    if (!this.nodes.delete(node)) return false;
    this.handles.giveBack(node);
    for (const group of this.groups.keys()) this.dissociate(group, node);
    this.joined.delete(node);
    return true;
  }

  /** False: there is no such group or node, or the node is in a group (BMv2 simple_pre.cpp). */
  associate(group: number, node: number): boolean {
    const members = this.groups.get(group);
    if (!members || !this.nodes.has(node)) return false;
    if (this.joined.has(node)) return false;
    this.joined.add(node);
    members.push(node);
    return true;
  }

  /** False: the node is not in the group. */
  dissociate(group: number, node: number): boolean {
    const members = this.groups.get(group);
    if (!members?.includes(node)) return false;
    this.groups.set(
      group,
      members.filter((each) => each !== node),
    );
    this.joined.delete(node);
    return true;
  }

  setSession(session: number, { port = null, group = null, cutTo = null }: Partial<Session>): void {
    this.sessions.set(session, { port, group, cutTo });
  }

  /** False: there is no such session. */
  removeSession(session: number): boolean {
    return this.sessions.delete(session);
  }

  session(session: number): Session | null {
    return this.sessions.get(session) ?? null;
  }

  get groupIds(): readonly number[] {
    return [...this.groups.keys()];
  }

  get sessionIds(): readonly number[] {
    return [...this.sessions.keys()];
  }

  /** Handles of the nodes of a group. */
  nodesOf(group: number): readonly number[] {
    return this.groups.get(group) ?? [];
  }

  /** What each group and session copies to, as texts to compare. */
  get described(): { groups: Map<number, string>; sessions: Map<number, string> } {
    const copied = (group: number): string =>
      this.copies(group)
        .map(({ port, rid }) => `${port}/${rid}`)
        .sort()
        .join();
    return {
      groups: new Map([...this.groups.keys()].map((group) => [group, copied(group)])),
      sessions: new Map(
        [...this.sessions].map(([id, { port, group, cutTo }]) => [
          id,
          `${port} ${group === null ? null : copied(group)} ${cutTo}`,
        ]),
      ),
    };
  }

  /** Copies for a group in the order of its nodes, ports ascending; none when there is no such group. */
  copies(group: number): Copy[] {
    return (this.groups.get(group) ?? []).flatMap((handle) => {
      const { rid, ports } = this.nodes.get(handle)!;
      return ports.map((port) => ({ port, rid }));
    });
  }
}

const inOrder = (ports: readonly number[]): number[] => [...new Set(ports)].sort((a, b) => a - b);
