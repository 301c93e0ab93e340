import { type LookupAddress, lookup } from "node:dns";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { promisify } from "node:util";
import { PluginError, pluginFailure } from "@p4twin/models/engine";
import type { AllowList } from "./allowList.ts";

/** What an answer may have (our choice): the largest placement of the benches takes a tenth of it. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;
const MS_PER_S = 1_000;

/** Addresses that a host name stands for; tests give their own. */
export type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

const lookupAll = promisify(lookup);
const resolveByDns: Resolve = (host) => lookupAll(host, { all: true });

type Control = { timeLimitS: number; signal?: AbortSignal | undefined; resolve?: Resolve };

/**
 * Posts JSON to an engine and gives the JSON of its answer. The host is looked up once, each of its addresses is held against the list,
 * and the connection goes to the one that was checked, so that a name cannot change its meaning in between. Redirects are not followed.
 * Rejects with a `PluginError`.
 */
export async function postJson(
  address: string,
  body: unknown,
  list: AllowList,
  { timeLimitS, signal, resolve = resolveByDns }: Control,
): Promise<unknown> {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url) throw refused(`"${address}" is no address of the form https://host/path`);
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
  const late = `${url.host} had no answer within ${timeLimitS} s`;
  try {
    return parsed(await exchange(url, first, JSON.stringify(body), stop), url);
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof PluginError) throw error;
    if (limit.aborted) throw new PluginError(pluginFailure("time", late));
    throw unreachable(`${url.host} cannot be asked: ${error instanceof Error ? error.message : error}`);
  }
}

const refused = (message: string): PluginError => new PluginError(pluginFailure("refused", message));
const unreachable = (message: string): PluginError => new PluginError(pluginFailure("unreachable", message));
const wrongAnswer = (message: string): PluginError => new PluginError(pluginFailure("answer", message));

function parsed(text: string, url: URL): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw wrongAnswer(`the answer of ${url.host} is no JSON; it begins with "${text.slice(0, 80)}"`);
  }
}

const exchange = (url: URL, pinned: LookupAddress, body: string, signal: AbortSignal): Promise<string> =>
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
          "content-length": Buffer.byteLength(body),
        },
        lookup: (_host, options, done) =>
          options.all ? done(null, [pinned]) : done(null, pinned.address, pinned.family),
      },
      (response) => {
        const status = response.statusCode ?? 0;
        if (status < 200 || status > 299) {
          response.destroy();
          const moved = status >= 300 && status < 400 ? ": redirects are not followed" : "";
          reject(unreachable(`${url.host} answered with status ${status}${moved}`));
          return;
        }
        const parts: Buffer[] = [];
        let size = 0;
        response.on("data", (part: Buffer) => {
          size += part.length;
          parts.push(part);
          if (size <= MAX_ANSWER_BYTES) return;
          response.destroy();
          reject(wrongAnswer(`the answer of ${url.host} is larger than ${MAX_ANSWER_BYTES} bytes`));
        });
        response.on("end", () => resolve(Buffer.concat(parts).toString("utf8")));
        response.on("error", reject);
      },
    );
    request.on("error", reject);
    request.end(body);
  });
