import type { Db } from "../database/client.ts";
import { toJson } from "../database/json.ts";
import { DomainError } from "../errors.ts";
import { type Inventory, inventorySchema, type NodeEntry, type NodeNameInput } from "./inventorySchema.ts";
import type { TelemetryState } from "./schema.ts";

const INVENTORY_KEY = "telemetry-nodes";
/** Names in the inventory (our choice): it is one document. */
const MAX_NAMES = 10_000;

/** Where the ids of an exporter's reports are unique: in the domain that it was put in, else in its own reports. */
const domainOf = ({ domains }: Inventory, exporter: string): string => domains[exporter] ?? exporter;

/** Nodes by exporter (or its domain) and id, with the names that people gave them. */
export function createNodeInventory({ db }: { db: Db }) {
  const parse = (value: unknown): Inventory => inventorySchema.parse(value ?? {});
  const read = async (): Promise<Inventory> =>
    parse((await db.setting.findUnique({ where: { key: INVENTORY_KEY } }))?.value);

  const change = (edit: (inventory: Inventory) => Inventory): Promise<void> =>
    db.$transaction(async (tx) => {
      // two changes at a time come one after the other, also the first two
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext(${INVENTORY_KEY}))`;
      const row = await tx.setting.findUnique({ where: { key: INVENTORY_KEY } });
      const value = toJson(edit(parse(row?.value)));
      await tx.setting.upsert({
        where: { key: INVENTORY_KEY },
        create: { key: INVENTORY_KEY, value },
        update: { value, updatedAt: new Date() },
      });
    });

  /** Domains and names as they stand now. */
  const lookIn = async () => {
    const inventory = await read();
    const names = new Map(inventory.names.map((n) => [`${n.domain} ${n.nodeId}`, n.name]));
    return {
      domainOf: (exporter: string): string => domainOf(inventory, exporter),
      nameIn: (domain: string, nodeId: number): string | null => names.get(`${domain} ${nodeId}`) ?? null,
    };
  };

  return {
    lookIn,

    /** A look-up of names as they stand now: of a node in the reports of an exporter. */
    async look(): Promise<(exporter: string, nodeId: number) => string | null> {
      const { domainOf: domain, nameIn } = await lookIn();
      return (exporter, nodeId) => nameIn(domain(exporter), nodeId);
    },

    /** Every node that is heard or named, by domain and id. */
    async list(state: Pick<TelemetryState, "exporters"> | null): Promise<NodeEntry[]> {
      const inventory = await read();
      const nodes = new Map<string, NodeEntry>();
      const entry = (domain: string, nodeId: number): NodeEntry => {
        const key = `${domain} ${nodeId}`;
        const node = nodes.get(key) ?? { domain, nodeId, name: null, exporters: [] };
        nodes.set(key, node);
        return node;
      };
      for (const { address, label, nodeIds } of state?.exporters ?? [])
        for (const nodeId of nodeIds)
          entry(domainOf(inventory, address), nodeId).exporters.push({ address, label });
      for (const { domain, nodeId, name } of inventory.names) entry(domain, nodeId).name = name;
      return [...nodes.values()].sort((a, b) =>
        a.domain < b.domain ? -1 : a.domain > b.domain ? 1 : a.nodeId - b.nodeId,
      );
    },

    /** Names a node; null takes its name away. */
    setName: ({ domain, nodeId, name }: NodeNameInput): Promise<void> =>
      change((inventory) => {
        const others = inventory.names.filter((n) => n.domain !== domain || n.nodeId !== nodeId);
        if (name !== null && others.length >= MAX_NAMES)
          throw new DomainError("conflict", `The inventory holds ${MAX_NAMES} names. Take some away first.`);
        return { ...inventory, names: name === null ? others : [...others, { domain, nodeId, name }] };
      }),

    /**
     * Puts an exporter into a domain, with all others there its node ids mean the same nodes; null takes it out. Names
     * that were given by its own address go with it.
     */
    setDomain: ({ address, domain }: { address: string; domain: string | null }): Promise<void> =>
      change((inventory) => {
        const { [address]: before = address, ...domains } = inventory.domains;
        if (domain !== null) domains[address] = domain;
        if (before !== address || domain === null) return { ...inventory, domains };
        const taken = new Set(inventory.names.filter((n) => n.domain === domain).map((n) => n.nodeId));
        const names = inventory.names.flatMap((n) =>
          n.domain !== address ? [n] : taken.has(n.nodeId) ? [] : [{ ...n, domain }],
        );
        return { domains, names };
      }),
  };
}
export type NodeInventory = ReturnType<typeof createNodeInventory>;
