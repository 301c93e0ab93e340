/** One copy of a packet. */
export type Copy = { port: number; rid: number };

/** Multicast groups and clone sessions (BMv2 `simple_pre_lag.cpp`). */
export class Replication {
  private readonly groups = new Map<number, number[]>();
  private readonly nodes: { rid: number; ports: number[] }[] = [];
  private readonly sessions = new Map<number, { port: number | null; group: number | null }>();

  createGroup(group: number): void {
    this.groups.set(group, []);
  }

  /** The handle of the new node; handles count from 0. */
  createNode(rid: number, ports: readonly number[]): number {
    return this.nodes.push({ rid, ports: [...ports].sort((a, b) => a - b) }) - 1;
  }

  /** False: there is no such group or node. */
  associate(group: number, node: number): boolean {
    const members = this.groups.get(group);
    if (!members || !this.nodes[node]) return false;
    members.push(node);
    return true;
  }

  setSession(session: number, to: { port?: number; group?: number }): void {
    this.sessions.set(session, { port: to.port ?? null, group: to.group ?? null });
  }

  removeSession(session: number): void {
    this.sessions.delete(session);
  }

  session(session: number): { port: number | null; group: number | null } | null {
    return this.sessions.get(session) ?? null;
  }

  /** Copies for a group in the order of its nodes, ports ascending; none when there is no such group. */
  copies(group: number): Copy[] {
    return (this.groups.get(group) ?? []).flatMap((handle) => {
      const { rid, ports } = this.nodes[handle]!;
      return ports.map((port) => ({ port, rid }));
    });
  }
}
