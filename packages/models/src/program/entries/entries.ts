import { z } from "zod";

const value = () => z.union([z.number(), z.string(), z.boolean()]);
const replicas = () => z.array(z.object({ egress_port: z.int(), instance: z.int().optional() }));

/** What nothing of an entry file is: no list that it may have. */
const NO_LIST =
  "table_entries is missing; a switch's file has table_entries, multicast_group_entries or clone_session_entries";

/**
 * What the p4lang tutorials give a switch (`s1-runtime.json`), for analysis, runs and synthesis. Made when entries are
 * read, not at each start.
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
