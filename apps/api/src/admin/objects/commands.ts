import type { Diagnostic } from "@p4twin/models/core";
import { compareSources } from "@p4twin/models/program";
import type { Config } from "../../config.ts";
import { createDatabaseClient, type Db } from "../../database/client.ts";
import { ensureDefaultWorkspace } from "../../database/defaultWorkspace.ts";
import type { Migration } from "../../database/migrate.ts";
import type { Scope } from "../../database/scope.ts";
import { withDatabase } from "../instance.ts";
import { applyPlan } from "./apply.ts";
import { collect } from "./collect.ts";
import { filesOf, select, writeFiles } from "./files.ts";
import { kinds, sourceExtensions } from "./kinds.ts";
import { type Plan, planImport, type Step } from "./plan.ts";
import { readFiles } from "./readFiles.ts";
import { createObjectServices } from "./services.ts";
import { stableText } from "./stable.ts";

type Where = Pick<Config, "dataDir" | "databaseUrl" | "baseUrl">;
/** `workspace`: its name; the default one without it. */
type Of = { workspace?: string | undefined; migrations: readonly Migration[] };

async function workspaceNamed(db: Db, name: string): Promise<{ id: string }> {
  const all = await db.workspace.findMany({ where: { archivedAt: null }, orderBy: { createdAt: "asc" } });
  const [found, another] = all.filter((w) => w.name === name);
  if (found && !another) return found;
  const names = all.map((w) => `"${w.name}"`).join(", ");
  throw new Error(
    another
      ? `Several workspaces are called "${name}". Rename all but one of them.`
      : `There is no workspace "${name}"; there are ${names}.`,
  );
}

/** Runs `work` on the objects of a workspace of an instance whose tables are those of this version. */
function withScope<T>(
  where: Where,
  { workspace, migrations }: Of,
  work: (scope: Scope) => Promise<T>,
): Promise<T> {
  return withDatabase(where, async (url) => {
    const client = createDatabaseClient(url, 4);
    try {
      const { rows } = await client.pool.query<{ name: string }>(
        `SELECT migration_name AS name FROM "_prisma_migrations" WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
      );
      const here = new Set(rows.map((row) => row.name));
      if (here.size !== migrations.length || migrations.some((m) => !here.has(m.name)))
        throw new Error(
          "The database is of another version of P4Twin than this command. Start this version once (npm start), which brings it up to date, or use the command of the version that runs.",
        );
      const { id: workspaceId } =
        workspace === undefined
          ? await ensureDefaultWorkspace(client.db)
          : await workspaceNamed(client.db, workspace);
      return await work({ db: client.db, workspaceId });
    } finally {
      await client.close();
    }
  });
}

/**
 * Writes every object of a workspace as files; `fromPlacements`: names of deployments whose placement no file carries.
 */
export const exportObjects = (
  where: Where,
  dir: string,
  { allVersions, ...of }: Of & { allVersions: boolean },
): Promise<{ files: number; written: number; deleted: number; fromPlacements: string[] }> =>
  withScope(where, of, async (scope) => {
    const files = filesOf(select(await collect(scope), { allVersions }));
    const placed = await scope.db.deployment.findMany({
      where: { workspaceId: scope.workspaceId, removedAt: null, placementId: { not: null } },
      select: { name: true },
    });
    const counts = await writeFiles(dir, files, kinds);
    return { files: files.size, ...counts, fromPlacements: placed.map((row) => row.name) };
  });

export type Import = { diagnostics: Diagnostic[]; plan: Plan | null; applied: boolean };

/**
 * Brings the files of a folder into a workspace: nothing when one of them has a mistake or a conflict, or in a dry run.
 */
export const importObjects = (
  where: Where,
  dir: string,
  { dryRun, ...of }: Of & { dryRun: boolean },
): Promise<Import> =>
  withScope(where, of, async (scope) => {
    const { items, diagnostics } = await readFiles(dir);
    if (diagnostics.length > 0) return { diagnostics, plan: null, applied: false };
    const plan = planImport(items, await collect(scope));
    const refused = dryRun || plan.steps.some((step) => step.action === "conflict");
    if (!refused) {
      const services = createObjectServices(scope);
      await applyPlan(plan, services).finally(services.stop);
    }
    return { diagnostics, plan, applied: !refused };
  });

const signs = { create: "+", change: "~", keep: " ", conflict: "!" } as const;

/** What an import does or would do, one line an object, with the lines that differ. */
export function describePlan({ steps, onlyHere }: Plan): string[] {
  const lines = steps.flatMap((step): string[] => {
    const { item, action } = step;
    if (action === "keep") return [];
    const path = `${item.kind}/${item.key}`;
    const more = item.versions.length > 1 && action === "create" ? ` (${item.versions.length} versions)` : "";
    const why = step.action === "conflict" ? `: ${step.why}` : "";
    return [`${signs[action]} ${path}${more}${why}`, ...(action === "change" ? differences(step) : [])];
  });
  const only = onlyHere.filter((item) => item.kind !== "settings");
  const rest = only.map((item) => `  ${item.kind}/${item.key} is only in the instance and stays`);
  return [...lines, ...rest];
}

function differences({ item, here }: Step): string[] {
  const [before, after] = [here?.versions.at(-1), item.versions.at(-1)];
  if (!before || !after) return [];
  const texts = [
    [".json", stableText(before.content), stableText(after.content)],
    [`.${sourceExtensions[item.kind]}`, before.source ?? "", after.source ?? ""],
  ];
  return texts.flatMap(([ending, old, now]) => {
    const hunks = compareSources(old, now);
    if (hunks.length === 0 || old === now) return [];
    return [`    ${item.kind}/${item.key}${ending}`, ...hunks.flatMap(hunkLines)];
  });
}

const marks = { same: " ", removed: "-", added: "+" } as const;
const hunkLines = (hunk: ReturnType<typeof compareSources>[number]): string[] => [
  `    @@ line ${hunk.beforeLine}, now ${hunk.afterLine}`,
  ...hunk.lines.map(({ kind, text }) => `    ${marks[kind]}${text}`),
];
