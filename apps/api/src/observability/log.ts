import pino from "pino";

export type Log = pino.Logger;
export const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
export type LogLevel = (typeof logLevels)[number];

/** One JSON document a line on standard error: standard output belongs to what a person must read (the URL to open). */
export const createLog = (level: LogLevel): Log =>
  pino(
    {
      level,
      base: null,
      serializers: { error: pino.stdSerializers.err },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    pino.destination({ fd: 2, sync: true }),
  );
