import { type LookupAddress, lookup } from "node:dns";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { promisify } from "node:util";
import { PluginError, pluginFailure } from "@p4twin/models/engine";
import type { AllowList } from "./allowList.ts";

const MS_PER_S = 1_000;

/** Addresses that a host name stands for; tests give their own. */
export type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

const lookupAll = promisify(lookup);
const resolveByDns: Resolve = (host) => lookupAll(host, { all: true });

export type PostControl = { timeLimitS: number; signal?: AbortSignal | undefined; resolve?: Resolve };

/** The first `maxBytes` of the answer; `complete`: there was no more. */
export type PostAnswer = { url: URL; status: number; text: string; complete: boolean };

/**
 * Posts a text to a host that the list allows. The host is looked up once, each of its addresses is held
 * against the list, and the connection goes to the one that was checked, so that a name cannot change its
 * meaning in between. Redirects are not followed. Rejects with a `PluginError` (`refused`, `unreachable`,
 * `time`) when there was no answer; every answer is returned.
 */
export async function guardedPost(
  address: string,
  message: { body: string; headers: Readonly<Record<string, string>> },
  list: AllowList,
  maxBytes: number,
  { timeLimitS, signal, resolve = resolveByDns }: PostControl,
): Promise<PostAnswer> {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url) throw refused(`"${address}" is not an address of the form https://host/path`);
  const why = list.refuses(url);
  if (why) throw refused(why);
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const addresses = await resolve(host).catch(() => []);
  const first = addresses[0];
  if (!first) throw unreachable(`the host ${host} is not known`);
  for (const { address: one } of addresses) {
    const privately = list.refusesAddress(one, url);
    if (privately) throw refused(privately);
  }
  const limit = AbortSignal.timeout(timeLimitS * MS_PER_S);
  const stop = signal ? AbortSignal.any([signal, limit]) : limit;
  try {
    return { url, ...(await exchange(url, first, message, maxBytes, stop)) };
  } catch (error) {
    signal?.throwIfAborted();
    if (limit.aborted)
      throw new PluginError(pluginFailure("time", `${url.host} had no answer within ${timeLimitS} s`));
    throw unreachable(`${url.host} cannot be asked: ${error instanceof Error ? error.message : error}`);
  }
}

const refused = (message: string): PluginError => new PluginError(pluginFailure("refused", message));
const unreachable = (message: string): PluginError => new PluginError(pluginFailure("unreachable", message));

const exchange = (
  url: URL,
  pinned: LookupAddress,
  { body, headers }: { body: string; headers: Readonly<Record<string, string>> },
  maxBytes: number,
  signal: AbortSignal,
): Promise<Omit<PostAnswer, "url">> =>
  new Promise((resolve, reject) => {
    const send = url.protocol === "https:" ? requestHttps : requestHttp;
    const request = send(
      url,
      {
        method: "POST",
        agent: false,
        signal,
        headers: {
          "content-type": "application/json",
          accept: "application/json",
          ...headers,
          "content-length": Buffer.byteLength(body),
        },
        lookup: (_host, options, done) =>
          options.all ? done(null, [pinned]) : done(null, pinned.address, pinned.family),
      },
      (response) => {
        const parts: Buffer[] = [];
        let size = 0;
        const end = (complete: boolean): void => {
          const text = Buffer.concat(parts).subarray(0, maxBytes).toString("utf8");
          resolve({ status: response.statusCode ?? 0, text, complete });
        };
        response.on("data", (part: Buffer) => {
          size += part.length;
          parts.push(part);
          if (size <= maxBytes) return;
          end(false);
          response.destroy();
        });
        response.on("end", () => end(true));
        response.on("error", reject);
      },
    );
    request.on("error", reject);
    request.end(body);
  });
