import { UsageError } from "../errors.ts";

/** HOST:PORT of an option, with brackets around an IPv6 address; `example` is what the error shows. */
export function parseAddress(option: string, text: string, example: string): { host: string; port: number } {
  const match = /^(?:\[([^\]]+)\]|([^:\s]+)):(\d{1,5})$/.exec(text);
  const port = Number(match?.[3]);
  if (!match || port < 1 || port > 65_535)
    throw new UsageError(
      `--${option} takes HOST:PORT such as ${example} or [::1]:${example.split(":").at(-1)}, not "${text}"`,
    );
  return { host: match[1] ?? match[2] ?? "", port };
}
