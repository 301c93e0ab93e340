// `p4twin-admin`: what the administrator of an instance does beside its server. One file per command.
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { formatDiagnostic } from "@p4twin/models/core";
import { z } from "zod";
import { loadConfig, repositoryRoot } from "../config.ts";
import { readMigrations } from "../database/migrate.ts";
import type { Manifest } from "./backup/manifest.ts";

const USAGE = `p4twin-admin: backup, restore, and the objects of an instance as files

  p4twin-admin backup FILE|FOLDER [--without-telemetry]
      one archive of everything, while the server runs or not; it holds secrets
  p4twin-admin verify FILE
      reads a backup from its first to its last byte
  p4twin-admin restore FILE [--into FOLDER] [--replace]
      makes an instance of a backup, in an empty data directory or an empty database
  p4twin-admin export FOLDER [--all-versions] [--workspace NAME]
      every object of a workspace as a file, for git; without a name of the default one
  p4twin-admin import FOLDER [--dry-run] [--workspace NAME]
      brings files back in; --dry-run only says what would change

The instance is that of P4TWIN_DATA_DIR and DATABASE_URL, from the environment or .env, as for npm start.
Exit codes: 0 done, 1 failed, 2 bad usage, 3 the files and the instance contradict each other: nothing was changed.
`;

/** How the command was called was wrong. */
class Usage extends Error {
  override name = "Usage";
}

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};
const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(repositoryRoot, "package.json"), "utf8")));
const migrations = () => readMigrations(join(repositoryRoot, "prisma", "migrations"));

/** The one operand of a command and its flags. */
function read(args: string[], operand: string, flags: Record<string, "boolean" | "string">) {
  const options = Object.fromEntries(Object.entries(flags).map(([name, type]) => [name, { type }]));
  try {
    const { positionals, values } = parseArgs({ args, options, allowPositionals: true });
    const [path, ...more] = positionals;
    if (path === undefined || more.length > 0) throw new Error(`give exactly one ${operand}`);
    return { path: resolve(path), values };
  } catch (error) {
    throw new Usage(error instanceof Error ? error.message : String(error));
  }
}

const textOf = (value: string | boolean | undefined): string | undefined =>
  typeof value === "string" ? value : undefined;

function describe({ tables, product, takenAt, entries, withoutTelemetry, notes }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const megabytes = entries.reduce((sum, entry) => sum + entry.bytes, 0) / 1e6;
  const left = withoutTelemetry ? ", without telemetry" : "";
  return [
    `P4Twin ${product}, taken ${takenAt}: ${rows} rows of ${tables.length} tables, ${megabytes.toFixed(1)} MB before compression${left}.`,
    ...notes,
  ].join("\n");
}

// each command reads its own code alone: half a second is what a usage text may take
const commands: Record<string, (args: string[]) => Promise<number>> = {
  async backup(args) {
    const { path, values } = read(args, "file or folder to write to", { "without-telemetry": "boolean" });
    const withoutTelemetry = values["without-telemetry"] === true;
    const { backup } = await import("./backup/backup.ts");
    const made = await backup(loadConfig(), path, { withoutTelemetry, version, now: new Date() });
    say(`${made.file}\n${describe(made.manifest)}`);
    say("It holds password hashes, tokens and secrets: keep it where only administrators read.");
    if (made.manifest.authSecret === "environment")
      say("AUTH_SECRET is not in it, because it comes from the environment: keep that as well.");
    return 0;
  },

  async verify(args) {
    const { path } = read(args, "backup", {});
    const { verify } = await import("./backup/restore.ts");
    say(`The backup is whole. ${describe(await verify(path, await migrations()))}`);
    return 0;
  },

  async restore(args) {
    const { path, values } = read(args, "backup", { into: "string", replace: "boolean" });
    const { restore } = await import("./backup/restore.ts");
    const config = loadConfig();
    const dataDir = typeof values.into === "string" ? resolve(values.into) : config.dataDir;
    const options = { replace: values.replace === true, migrations: await migrations(), now: new Date() };
    const { manifest, movedTo } = await restore({ ...config, dataDir }, path, options);
    say(describe(manifest));
    if (movedTo) say(`The old contents of ${dataDir} are now in ${movedTo}.`);
    const where = config.databaseUrl === null ? "" : " and the database of DATABASE_URL";
    say(`Restored into ${dataDir}${where}. Start it with P4TWIN_DATA_DIR=${dataDir} npm start`);
    if (manifest.authSecret === "environment")
      say(
        "Its AUTH_SECRET came from the environment: set the same one, or secrets of webhooks and mail are lost.",
      );
    return 0;
  },

  async export(args) {
    const { path, values } = read(args, "folder", { "all-versions": "boolean", workspace: "string" });
    const allVersions = values["all-versions"] === true;
    const { exportObjects } = await import("./objects/commands.ts");
    const of = { workspace: textOf(values.workspace), migrations: await migrations() };
    const made = await exportObjects(loadConfig(), path, { allVersions, ...of });
    say(`${made.files} files in ${path}: ${made.written} written, ${made.deleted} deleted.`);
    for (const name of made.fromPlacements)
      say(`Deployment "${name}" came from a placement; results of placements are not exported.`);
    say("Secrets of webhooks and the password of the mail server are not in them.");
    return 0;
  },

  async import(args) {
    const { path, values } = read(args, "folder", { "dry-run": "boolean", workspace: "string" });
    const dryRun = values["dry-run"] === true;
    const { describePlan, importObjects } = await import("./objects/commands.ts");
    const { diagnostics, plan, applied } = await importObjects(loadConfig(), path, {
      dryRun,
      workspace: textOf(values.workspace),
      migrations: await migrations(),
    });
    for (const d of diagnostics) process.stderr.write(`${formatDiagnostic(d)}\n`);
    if (!plan) return 1;
    const lines = describePlan(plan);
    say(lines.length > 0 ? lines.join("\n") : "The instance holds what the files say.");
    const conflicts = plan.steps.filter((step) => step.action === "conflict").length;
    if (conflicts > 0) say(`${conflicts} contradictions (!): nothing was changed.`);
    else if (!applied) say("Nothing was changed (--dry-run).");
    const unsigned = plan.steps.filter((s) => s.action === "create" && s.item.kind === "channels");
    if (applied && unsigned.length > 0)
      say("New webhooks have no secret yet: make one under Settings, Notifications.");
    return conflicts > 0 ? 3 : 0;
  },
};

async function main([name, ...args]: string[]): Promise<number> {
  if (name === undefined || name === "help" || name === "--help") {
    process.stdout.write(USAGE);
    return name === undefined ? 2 : 0;
  }
  const command = commands[name];
  if (!command) throw new Usage(`there is no command "${name}"`);
  return command(args);
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`p4twin-admin: ${message}\n`);
  if (error instanceof Usage) process.stderr.write("`p4twin-admin help` lists the commands.\n");
  process.exitCode = error instanceof Usage ? 2 : 1;
}
