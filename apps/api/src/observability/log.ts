import pino from "pino";

export type Log = pino.Logger;
export const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
export type LogLevel = (typeof logLevels)[number];

/**
 * Bytes that wait for a standard error that takes nothing (a file on a full disk); beyond it lines are lost.
 * Our choice.
 */
const MAX_WAITING_BYTES = 1024 ** 2;

/** One JSON document a line on standard error: standard output belongs to what a person must read (the URL to open). */
export function createLog(level: LogLevel): Log {
  const out = pino.destination({ fd: 2, sync: true, maxLength: MAX_WAITING_BYTES });
  // a log that cannot be written must not end what it tells of
  out.on("error", () => {});
  return pino(
    {
      level,
      base: null,
      serializers: { error: pino.stdSerializers.err },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    out,
  );
}
