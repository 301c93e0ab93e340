import { z } from "zod";

const value = () => z.union([z.number(), z.string(), z.boolean()]);
const replicas = () => z.array(z.object({ egress_port: z.int(), instance: z.int().optional() }));

/** What nothing of an entry file is: no list that it may have. */
const NO_LIST =
  "table_entries is missing; a switch's file has table_entries, multicast_group_entries or clone_session_entries";

/**
 * What the p4lang tutorials give a switch (`s1-runtime.json`), for analysis and runs. To the analysis a table that is
 * named here runs only the actions of its entries and its default action; a table that is not named may run any of its
 * actions. Made when entries are read, not at each start.
 */
export const tableEntriesSchema = () =>
  z
    .object({
      table_entries: z
        .array(
          z.object({
            /** `MyIngress.acl.rules`, or as much of its end as tells it from others */
            table: z.string(),
            default_action: z.boolean().optional(),
            action_name: z.string(),
            action_params: z.record(z.string(), value()).nullish(),
            match: z.record(z.string(), z.union([value(), z.array(value()), z.null()])).nullish(),
            /** P4Runtime's: the largest wins */
            priority: z.int().optional(),
          }),
        )
        .optional(),
      multicast_group_entries: z
        .array(z.object({ multicast_group_id: z.int(), replicas: replicas() }))
        .optional(),
      clone_session_entries: z
        .array(z.object({ clone_session_id: z.int(), replicas: replicas() }))
        .optional(),
    })
    .refine((file) => Object.values(file).some((list) => list !== undefined), {
      path: ["table_entries"],
      message: NO_LIST,
    })
    .transform((file) => ({ ...file, table_entries: file.table_entries ?? [] }));
export type TableEntries = z.infer<ReturnType<typeof tableEntriesSchema>>;

export type RuntimeTable = {
  /** actions of entries, as the program calls them */
  actions: ReadonlySet<string>;
  defaultAction: string | null;
};

/** The name without the control it belongs to. */
export const lastPart = (name: string): string => name.slice(name.lastIndexOf(".") + 1);

/** What `entries` say about a table, null when they do not name it; their names are resolved. */
export function runtimeTable(entries: TableEntries, table: string): RuntimeTable | null {
  const mine = entries.table_entries.filter((entry) => entry.table === table);
  if (mine.length === 0) return null;
  const normal = mine.filter((entry) => entry.default_action !== true);
  const fallback = mine.find((entry) => entry.default_action === true);
  return {
    actions: new Set(normal.map((entry) => entry.action_name)),
    defaultAction: fallback?.action_name ?? null,
  };
}
