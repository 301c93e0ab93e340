import type { OtlpConfig } from "./exporter.ts";

type OtlpVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  OTEL_EXPORTER_OTLP_HEADERS?: string | undefined;
  OTEL_METRIC_EXPORT_INTERVAL: number;
};

/** Headers as OpenTelemetry writes them: `name=value`, commas between, values percent-encoded. */
export function otlpHeaders(text: string): Record<string, string> | null {
  const headers: Record<string, string> = {};
  for (const part of text.split(",").filter((p) => p.trim() !== "")) {
    const [name = "", ...value] = part.split("=");
    if (!/^[\w-]+$/.test(name.trim()) || value.length === 0) return null;
    try {
      headers[name.trim().toLowerCase()] = decodeURIComponent(value.join("=").trim());
    } catch {
      return null;
    }
  }
  return headers;
}

/** Where metrics are exported to; null: nowhere. */
export function otlpSettings(value: OtlpVariables): OtlpConfig | null {
  if (!value.OTEL_EXPORTER_OTLP_ENDPOINT) return null;
  return {
    url: `${value.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, "")}/v1/metrics`,
    headers: otlpHeaders(value.OTEL_EXPORTER_OTLP_HEADERS ?? "") ?? {},
    everyMs: value.OTEL_METRIC_EXPORT_INTERVAL,
  };
}
