import { z } from "zod";

const number = () => z.union([z.int(), z.string()]);

/**
 * Table contents in the form that the p4lang tutorials use for a switch (`s1-runtime.json`). A table that is named here
 * runs only the actions of its entries and its default action; a table that is not named may run any of its actions.
 * Fields that say nothing about the actions (P4Info, multicast groups, action parameters) are read and ignored. Made
 * when entries are read, not at each start.
 */
export const tableEntriesSchema = () =>
  z.object({
    table_entries: z.array(
      z.object({
        /** the name of the control plane: `MyIngress.acl.rules`, or as much of its end as tells it from the others */
        table: z.string(),
        default_action: z.boolean().optional(),
        action_name: z.string(),
        match: z.record(z.string(), z.union([number(), z.array(number()), z.null()])).nullish(),
      }),
    ),
  });
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
