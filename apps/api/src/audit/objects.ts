import type { Db } from "../database/client.ts";
import { twinSettingsKey } from "../twin/settings.ts";

/** What the mutations of a noun change: where its row stands, and what of it the log shows. */
type ObjectRule = {
  kind: string;
  table: string;
  /** column that the procedures know it by; `id` (a UUID) when left out */
  by?: { column: string; inWorkspace?: true };
  /** field of the input that names it; `id` when left out */
  input?: string;
  /** columns that are secret, or too much to read; versions hold them */
  without?: readonly string[];
  /** its versions: the newest one is shown */
  /** SQL of its name, where it has none of its own */
  name?: string;
  versions?: { table: string; parent: string; columns: readonly string[] };
  /** what a mutation that makes it answers: its ids */
  made?: (answer: Answer) => unknown[];
};
/** Settings are one document a key. */
type SettingRule = { kind: "setting"; settingOf(workspaceId: string): string };
export type AuditRule = ObjectRule | SettingRule;

type Answer = Record<string, unknown>;
const isRecord = (value: unknown): value is Answer =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const within = (value: unknown, key: string): unknown => (isRecord(value) ? value[key] : undefined);

const versioned = (kind: string, parent: string, columns = ["id", "number", "hash"]): ObjectRule => ({
  kind,
  table: kind,
  versions: { table: `${kind}_version`, parent: `${kind}_id`, columns },
  made: (answer) =>
    [answer, answer.version, ...(Array.isArray(answer.versions) ? answer.versions : [])].map((v) =>
      within(v, parent),
    ),
});
const itself = (answer: Answer): unknown[] => [answer.id];
const setting = (key: string): SettingRule => ({ kind: "setting", settingOf: () => key });

const device: ObjectRule = {
  kind: "device",
  table: "device_profile",
  by: { column: "slug", inWorkspace: true },
  versions: { table: "device_profile_version", parent: "profile_id", columns: ["id", "number", "hash"] },
  made: (answer) => [within(answer.version, "id")],
};
const link: ObjectRule = {
  kind: "report link",
  table: "share_link",
  without: ["token_hash"],
  made: (answer) => [within(answer.link, "id")],
};
const user: ObjectRule = {
  kind: "user",
  table: "user",
  by: { column: "id" },
  made: (a) => [within(a.user, "id")],
};

/** By the beginning of the procedure's path; the longest that fits is taken. */
const rules: Record<string, AuditRule> = {
  // whose account it is says who asks; ids in the input are of sessions
  account: { ...user, input: "-" },
  captures: { kind: "capture", table: "capture", without: ["summary", "beat_at"], made: itself },
  "captures.runs": {
    kind: "capture run",
    table: "capture_run",
    without: ["beat_at", "result"],
    made: itself,
  },
  chains: versioned("chain", "chainId"),
  deployments: { kind: "deployment", table: "deployment", made: itself },
  devices: device,
  discovery: { kind: "deployment", table: "deployment", made: (answer) => [answer.deploymentId] },
  engines: versioned("engine", "engineId", ["id", "number", "hash", "kind", "estimates", "places"]),
  "engines.setHosts": setting("engine-hosts"),
  events: { kind: "event", table: "event", without: ["evidence"] },
  "events.mutes": { kind: "mute", table: "alert_mute", made: itself },
  "notifications.channels": {
    kind: "channel",
    table: "notification_channel",
    without: ["sealed_secret"],
    made: (answer) => [within(answer.channel, "id")],
  },
  "notifications.deliveries": { kind: "delivery", table: "notification_delivery", without: ["payload"] },
  "notifications.setMailServer": setting("mail-server"),
  placements: { kind: "placement", table: "placement", without: ["problem", "result"], made: itself },
  plans: { kind: "plan", table: "job", without: ["payload", "result", "progress", "beat_at"], made: itself },
  programs: versioned("program", "programId"),
  refits: device,
  reports: { kind: "report", table: "report", without: ["snapshot"], made: itself },
  reviews: { kind: "review", table: "review", without: ["question", "result"], made: itself },
  "reports.share": { ...link, input: "-" },
  "reports.revoke": { ...link, input: "linkId" },
  scenarios: versioned("scenario", "scenarioId", [
    "id",
    "number",
    "topology_version_id",
    "engine",
    "parameters",
  ]),
  switches: {
    kind: "switch",
    table: "attached_switch",
    without: ["sealed_tls", "reading", "message", "tried_at", "read_at"],
    made: itself,
  },
  "system.updateSettings": setting("settings"),
  "telemetry.exporters": {
    kind: "exporter",
    table: "exporter",
    by: { column: "address" },
    input: "address",
    made: (answer) => [answer.address],
  },
  "telemetry.nodes": setting("telemetry-nodes"),
  "telemetry.setAcceptance": setting("telemetry-acceptance"),
  topologies: versioned("topology", "topologyId"),
  "twin.setSettings": { kind: "setting", settingOf: twinSettingsKey },
  voids: { kind: "void", table: "window_void", made: itself },
  users: user,
  "users.tokens": {
    kind: "token",
    table: "apikey",
    by: { column: "id" },
    without: ["key", "last_request", "request_count"],
    made: (answer) => [within(answer.entry, "id")],
  },
  workspaces: { kind: "workspace", table: "workspace", made: itself },
  "workspaces.members": {
    kind: "member",
    table: "workspace_member",
    by: { column: "user_id", inWorkspace: true },
    name: `(SELECT name FROM "user" WHERE id = t.user_id)`,
    input: "userId",
    made: (answer) => [answer.userId],
  },
};

/** The rule for a procedure; null when it changes nothing that is stored. */
export function ruleOf(action: string): AuditRule | null {
  for (let path = action; path; path = path.slice(0, Math.max(0, path.lastIndexOf(".")))) {
    const rule = Object.hasOwn(rules, path) ? rules[path] : undefined;
    if (rule) return rule;
  }
  return null;
}

/** Ids of the objects that a call names (`answer` null: before it ran) or has made. */
export function idsOf(rule: AuditRule, workspaceId: string, input: unknown, answer: unknown): string[] {
  if ("settingOf" in rule) return [rule.settingOf(workspaceId)];
  const named = within(input, rule.input ?? "id");
  const made = isRecord(answer) && rule.made ? rule.made(answer) : [];
  const ids = (typeof named === "string" ? [named] : made).filter((id) => typeof id === "string");
  return [...new Set(ids)].slice(0, 20);
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const camel = (name: string): string =>
  name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The object as it stands, its columns named as elsewhere in P4Twin; null when there is none. */
export async function readObject(
  db: Db,
  rule: AuditRule,
  id: string,
  workspaceId: string,
): Promise<Record<string, unknown> | null> {
  if ("settingOf" in rule) {
    const row = await db.setting.findUnique({ where: { key: id } });
    return row ? { value: row.value } : null;
  }
  const { table, by, name, versions, without = [] } = rule;
  if (!by && !UUID.test(id)) return null;
  const latest = versions
    ? `, 'version', (SELECT jsonb_build_object(${versions.columns.map((c) => `'${c}', v."${c}"`).join(", ")})
        FROM "${versions.table}" v WHERE v."${versions.parent}" = t.id ORDER BY v.number DESC LIMIT 1)`
    : "";
  const named = name ? `, 'name', ${name}` : "";
  const rows = await db.$queryRawUnsafe<{ state: Record<string, unknown> }[]>(
    `SELECT (to_jsonb(t) - $2::text[]) || jsonb_build_object('id', t."${by?.column ?? "id"}"${named}${latest}) AS state
       FROM "${table}" t WHERE t."${by?.column ?? "id"}" = $1${by ? "" : "::uuid"}
       ${by?.inWorkspace ? "AND t.workspace_id = $3::uuid" : "AND $3::uuid IS NOT NULL"}`,
    id,
    without,
    workspaceId,
  );
  const state = rows[0]?.state;
  return state
    ? Object.fromEntries(Object.entries(state).map(([name, value]) => [camel(name), value]))
    : null;
}

/** What people call it. */
export function nameOf(state: Record<string, unknown> | null): string | null {
  for (const key of ["name", "title", "slug", "label", "email", "address", "reason"]) {
    const name = state?.[key];
    if (typeof name === "string" && name) return name;
  }
  return null;
}
