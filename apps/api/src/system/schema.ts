import { z } from "zod";
import { userRoleSchema } from "../auth/roles.ts";
import { processRoles } from "../roles.ts";
import { instantSchema } from "../shared/schemas.ts";

export const statusSchema = z.object({
  version: z.string(),
  node: z.string(),
  startedAt: instantSchema,
  uptimeS: z.number(),
  database: z.object({
    ok: z.boolean(),
    kind: z.enum(["embedded", "external"]),
    version: z.string().nullable(),
    sizeBytes: z.number().nullable(),
    latencyMs: z.number().nullable(),
  }),
  queuedJobs: z.int().nullable(),
});
export type Status = z.infer<typeof statusSchema>;

/** Windows of one length (s): the disk that they take, and how many days they are kept. */
export const windowStorageSchema = z.object({
  levelS: z.int(),
  bytes: z.number(),
  retentionDays: z.int(),
});
export type WindowStorage = z.infer<typeof windowStorageSchema>;

/** A process of this installation, by its last statement and its supervisor. Unknown is null. */
export const systemProcessSchema = z.object({
  name: z.string(),
  host: z.string().nullable(),
  pid: z.int().nullable().describe("for owners"),
  roles: z.array(z.enum(processRoles)),
  state: z.enum(["starting", "running", "waiting", "stopping", "silent"]),
  startedAt: instantSchema.nullable(),
  lastHeardAt: instantSchema.nullable(),
  restarts: z.int().nullable().describe("since the supervisor began; null without one"),
  lastExit: z.object({ at: instantSchema, cause: z.string() }).nullable(),
  memoryBytes: z.number().nullable(),
  cpuShare: z.number().nullable().describe("of one processor, since the statement before"),
});
export type SystemProcess = z.infer<typeof systemProcessSchema>;

/** A queue: how full it is, what it holds at most, and what it had to drop since its process started. */
const queueSchema = z.object({
  id: z.string(),
  title: z.string(),
  where: z.string().describe("the process that holds it"),
  fill: z.number().nullable(),
  bound: z.number().nullable().describe("null: bounded by disk, not by number"),
  unit: z.enum(["windows", "bytes", "jobs", "messages"]),
  dropped: z.number().nullable(),
  atBound: z.string().describe("what happens when it is full"),
});
export type Queue = z.infer<typeof queueSchema>;

/** How the parts beneath the product are. Answers also when the database does not. */
export const systemStateSchema = z.object({
  at: instantSchema,
  supervisor: z
    .object({ startedAt: instantSchema, refusedMessages: z.int() })
    .nullable()
    .describe("null where other programs watch the processes"),
  database: z.object({
    state: z.enum(["ok", "unreachable", "silent", "full", "read-only"]).nullable(),
    reason: z.string().nullable(),
    kind: z.enum(["embedded", "external"]),
    version: z.string().nullable(),
    latencyMs: z.number().nullable(),
    connectionsUsed: z.int().nullable(),
    connectionsMax: z.int().nullable(),
    sizeBytes: z.number().nullable(),
    startedAt: instantSchema.nullable(),
    cuts: z.int().nullable().describe("times that it ended the connection over which it is watched"),
    restarts: z
      .int()
      .nullable()
      .describe("of the embedded server, by its supervisor; null of another server"),
    lastLoss: z.object({ at: instantSchema, cause: z.string() }).nullable(),
  }),
  disk: z
    .object({
      step: z.enum(["ok", "low", "very-low", "full"]),
      since: instantSchema,
      freeBytes: z.number().nullable(),
      totalBytes: z.number().nullable(),
      refused: z.array(z.string()).describe("what is not done at this step"),
      error: z.string().nullable().describe("what the disk says when it takes nothing"),
    })
    .nullable()
    .describe("the disk of the data directory; null where it is not measured"),
  clock: z
    .object({
      steps: z.int(),
      lastStep: z.object({ at: instantSchema, byMs: z.number() }).nullable(),
    })
    .nullable()
    .describe("steps of the collector's wall clock since it started; null while no collector speaks"),
  broker: z.object({ connected: z.boolean(), reconnects: z.int() }).nullable().describe("null without NATS"),
  spool: z.object({
    windowsWaiting: z.number(),
    windowsDropped: z.number(),
    windowsHeld: z.number().describe("of these in memory alone, because the disk takes nothing"),
    diskBytes: z.number(),
    damagedRecords: z.number().describe("set aside because their checksum is wrong"),
    failures: z.number(),
    interruption: z.object({ lastSignAt: instantSchema, windows: z.number() }).nullable(),
  }),
  queues: z.array(queueSchema),
});
export type SystemState = z.infer<typeof systemStateSchema>;

/** What the owner sets for everybody. A new setting needs a default here and nothing else. */
export const settingsSchema = z.object({
  /** how long windows are kept, by their length */
  retentionDays: z.int().min(1).max(3650).default(30),
  retention10sDays: z.int().min(1).max(3650).default(90),
  retention1minDays: z.int().min(1).max(3650).default(400),
  retention1hDays: z.int().min(1).max(36_500).default(3650),
  /** how long entries of the audit log are kept; null: for ever */
  auditRetentionDays: z.int().min(30).max(36_500).nullable().default(null),
  /** an incident of P4Twin itself that comes back within this time goes on in silence */
  incidentQuietS: z.int().min(0).max(86_400).default(300),
  /** accounts with this role or a higher one, anywhere, need a second factor; null: none does */
  twoFactorFrom: userRoleSchema.nullable().default(null),
});
export type Settings = z.infer<typeof settingsSchema>;

type Fields = typeof settingsSchema.shape;
const bare = Object.entries(settingsSchema.shape).map(([name, field]) => [name, field.unwrap()]);
/** Some settings. A default belongs to what was never set: what is left out here stays as it is. */
export const settingsPatchSchema = z
  .object(Object.fromEntries(bare) as { [K in keyof Fields]: ReturnType<Fields[K]["unwrap"]> })
  .partial();
export type SettingsPatch = z.infer<typeof settingsPatchSchema>;
