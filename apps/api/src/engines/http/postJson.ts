import { PluginError, pluginFailure } from "@p4twin/models/engine";
import type { AllowList } from "./allowList.ts";
import { guardedPost, type PostControl } from "./guardedPost.ts";

/** What an answer may have (our choice): the largest placement of the benches takes a tenth of it. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

/** Posts JSON to an engine at an allowed host and gives the JSON of its answer. Rejects with a `PluginError`. */
export async function postJson(
  address: string,
  body: unknown,
  list: AllowList,
  control: PostControl,
): Promise<unknown> {
  const message = { body: JSON.stringify(body), headers: {} };
  const { url, status, text, complete } = await guardedPost(
    address,
    message,
    list,
    MAX_ANSWER_BYTES,
    control,
  );
  if (status < 200 || status > 299) {
    const moved = status >= 300 && status < 400 ? ": redirects are not followed" : "";
    throw new PluginError(pluginFailure("unreachable", `${url.host} answered with status ${status}${moved}`));
  }
  if (!complete) throw wrongAnswer(`the answer of ${url.host} is larger than ${MAX_ANSWER_BYTES} bytes`);
  return parsed(text, url);
}

const wrongAnswer = (message: string): PluginError => new PluginError(pluginFailure("answer", message));

function parsed(text: string, url: URL): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw wrongAnswer(`the answer of ${url.host} is not JSON; it begins with "${text.slice(0, 80)}"`);
  }
}
