import type pg from "pg";

export type CatalogueTable = {
  name: string;
  /** r: holds rows itself, p: its partitions do */
  kind: "r" | "p";
  parent: string | null;
  /** FOR VALUES … of a partition */
  bound: string | null;
  /** columns that are written, in their order; generated ones are not */
  columns: string[];
};
export type ForeignKey = { table: string; name: string; definition: string };
export type Trigger = { table: string; name: string; state: "O" | "D" | "R" | "A" };
export type Sequence = { name: string; value: string; called: boolean };

type Queries = Pick<pg.ClientBase, "query">;

// what an extension brought along, it makes again itself
const OURS = (catalogue: string, row: string): string =>
  `NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.classid = '${catalogue}'::regclass AND d.objid = ${row}.oid AND d.deptype = 'e')`;
const IN_SCHEMA = "JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = current_schema()";

/** Tables of the schema, parents before their partitions; the list of migrations is not among them. */
export async function readTables(client: Queries): Promise<CatalogueTable[]> {
  const { rows } = await client.query<CatalogueTable>(
    `WITH RECURSIVE depth AS (
       SELECT c.oid, 0 AS level FROM pg_class c ${IN_SCHEMA} WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition
       UNION ALL
       SELECT i.inhrelid, level + 1 FROM depth JOIN pg_inherits i ON i.inhparent = depth.oid
     )
     SELECT c.relname AS name, c.relkind AS kind, p.relname AS parent, pg_get_expr(c.relpartbound, c.oid) AS bound,
            ARRAY(SELECT a.attname::text FROM pg_attribute a
                   WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
                   ORDER BY a.attnum) AS columns
       FROM depth JOIN pg_class c ON c.oid = depth.oid ${IN_SCHEMA}
       LEFT JOIN pg_inherits i ON i.inhrelid = c.oid AND c.relispartition
       LEFT JOIN pg_class p ON p.oid = i.inhparent
      WHERE c.relkind IN ('r', 'p') AND c.relpersistence <> 't' AND c.relname <> '_prisma_migrations' AND ${OURS("pg_class", "c")}
      ORDER BY depth.level, c.relname`,
  );
  return rows;
}

export async function readSequences(client: Queries): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string; quoted: string }>(
    `SELECT c.relname AS name, c.oid::regclass::text AS quoted FROM pg_class c ${IN_SCHEMA}
      WHERE c.relkind = 'S' AND ${OURS("pg_class", "c")} ORDER BY c.relname`,
  );
  const sequences: Sequence[] = [];
  for (const { name, quoted } of rows) {
    const { rows: state } = await client.query<{ value: string; called: boolean }>(
      `SELECT last_value::text AS value, is_called AS called FROM ${quoted}`,
    );
    sequences.push({ name, ...state[0] });
  }
  return sequences;
}

/** Foreign keys as they would be written; those that a partition has from its parent are the parent's. */
export async function readForeignKeys(client: Queries): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `SELECT c.relname AS table, k.conname AS name, pg_get_constraintdef(k.oid) AS definition
       FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid ${IN_SCHEMA}
      WHERE k.contype = 'f' AND k.conparentid = 0 ORDER BY c.relname, k.conname`,
  );
  return rows;
}

/** Triggers that somebody wrote, and in which state each is. */
export async function readTriggers(client: Queries): Promise<Trigger[]> {
  const { rows } = await client.query<Trigger>(
    `SELECT c.relname AS table, t.tgname AS name, t.tgenabled AS state
       FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid ${IN_SCHEMA}
      WHERE NOT t.tgisinternal AND t.tgparentid = 0 ORDER BY c.relname, t.tgname`,
  );
  return rows;
}
