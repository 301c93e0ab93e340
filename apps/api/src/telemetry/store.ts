import { exporterProfileSchema } from "@p4twin/models/telemetry";
import type { Prisma } from "../database/client.ts";
import { toJson } from "../database/json.ts";
import type { Scope } from "../database/scope.ts";
import { type Acceptance, acceptanceSchema, type ExporterInput, type ListedExporter } from "./schema.ts";

const ACCEPTANCE_KEY = "telemetry-acceptance";

const toListed = (row: Prisma.ExporterGetPayload<object>): ListedExporter => ({
  address: row.address,
  label: row.label,
  accepted: row.accepted,
  profile: exporterProfileSchema.parse(row.profile),
  maxDatagramsPerSecond: row.maxDatagramsPerSecond,
  sampleOneIn: row.sampleOneIn,
  updatedAt: row.updatedAt.toISOString(),
});

/** Rows of listed exporters, and whether only they are accepted. */
export function createTelemetryStore({ db }: Pick<Scope, "db">) {
  return {
    async exporters(): Promise<ListedExporter[]> {
      return (await db.exporter.findMany({ orderBy: { address: "asc" } })).map(toListed);
    },

    async upsert({ address, ...given }: ExporterInput, now: Date): Promise<ListedExporter> {
      const data = { ...given, profile: toJson(given.profile), updatedAt: now };
      const row = await db.exporter.upsert({
        where: { address },
        create: { address, ...data },
        update: data,
      });
      return toListed(row);
    },

    async remove(address: string): Promise<boolean> {
      return (await db.exporter.deleteMany({ where: { address } })).count > 0;
    },

    async acceptance(): Promise<Acceptance> {
      const row = await db.setting.findUnique({ where: { key: ACCEPTANCE_KEY } });
      return acceptanceSchema.parse(row?.value ?? {});
    },

    async saveAcceptance(acceptance: Acceptance, now: Date): Promise<void> {
      const value = toJson(acceptance);
      await db.setting.upsert({
        where: { key: ACCEPTANCE_KEY },
        create: { key: ACCEPTANCE_KEY, value },
        update: { value, updatedAt: now },
      });
    },
  };
}

export type TelemetryStore = ReturnType<typeof createTelemetryStore>;
