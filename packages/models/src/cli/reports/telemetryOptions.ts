import {
  DEFAULT_REPORT_PORTS,
  DIALECT_IDS,
  type DialectId,
  type ExporterProfile,
  type TelemetrySettings,
  telemetrySettingsSchema,
} from "../../telemetry/index.ts";
import { UsageError } from "../errors.ts";

/** Options that say which datagrams are reports; shared by `decode` and `send`. */
export const portOption = { port: { type: "string", multiple: true } } as const;

/** Report ports of the command line, the default ones when none is given. */
export function reportPorts(texts: readonly string[] | undefined): number[] {
  if (texts === undefined) return [...DEFAULT_REPORT_PORTS];
  return texts.map((text) => {
    const port = Number(text);
    if (!/^\d+$/.test(text) || port < 1 || port > 65535) {
      throw new UsageError(`--port takes a UDP port from 1 to 65535, not "${text}"`);
    }
    return port;
  });
}

/** Settings with one profile for every exporter. */
export function telemetrySettings(
  ports: readonly number[],
  profile: ExporterProfile | null,
): TelemetrySettings {
  return telemetrySettingsSchema.parse({
    reportPorts: ports,
    ...(profile !== null && { defaultProfile: profile }),
  });
}

export function dialectOf(name: string): DialectId {
  const known = DIALECT_IDS.find((id) => id === name);
  if (known === undefined)
    throw new UsageError(`--dialect takes one of ${DIALECT_IDS.join(", ")}, not "${name}"`);
  return known;
}
