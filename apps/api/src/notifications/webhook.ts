import { STATUS_CODES } from "node:http";
import { PluginError } from "@p4twin/models/engine";
import { type AllowList, readAllowList } from "../engines/http/allowList.ts";
import { guardedPost, type Resolve } from "../engines/http/guardedPost.ts";
import { delivered, failed, type Outcome } from "./outcome.ts";

/** How long a receiver may think, and how much of its answer is read and shown (our choice). */
const TIME_LIMIT_S = 10;
const MAX_ANSWER_BYTES = 4_096;
const SHOWN_CHARS = 200;

/** Answers after which the same message may be taken later: the receiver is busy, broken or not there yet. */
const WORTH_A_RETRY = new Set([408, 425, 429]);

type Message = { url: string; body: string; headers: Readonly<Record<string, string>> };
type Control = {
  /** hosts that the owner has allowed, private addresses among them */
  hosts: readonly string[];
  signal?: AbortSignal | undefined;
  resolve?: Resolve | undefined;
};

/** Any public host may be a channel's; a private address only when it is on the owner's list. */
const channelHosts = (hosts: readonly string[]): AllowList => ({
  refuses: () => null,
  refusesAddress: readAllowList(hosts).list.refusesAddress,
});

/** Posts a message. Anything but 2xx is a failure; the answer quotes the receiver. */
export async function postMessage(
  { url, body, headers: own }: Message,
  { hosts, signal, resolve }: Control,
): Promise<Outcome> {
  const headers = { "user-agent": "P4Twin", ...own };
  try {
    const answer = await guardedPost(url, { body, headers }, channelHosts(hosts), MAX_ANSWER_BYTES, {
      timeLimitS: TIME_LIMIT_S,
      signal,
      ...(resolve && { resolve }),
    });
    const { status, text } = answer;
    const quoted = text.trim() === "" ? "" : `: "${text.trim().slice(0, SHOWN_CHARS)}"`;
    const words = `${answer.url.host} answered ${status} ${STATUS_CODES[status] ?? ""}`.trim();
    if (status >= 200 && status < 300) return delivered(words + quoted);
    if (status >= 300 && status < 400)
      return failed(`${words}; redirects are not followed; enter the address that it leads to`, false);
    return failed(words + quoted, status >= 500 || WORTH_A_RETRY.has(status));
  } catch (error) {
    signal?.throwIfAborted();
    if (!(error instanceof PluginError)) throw error;
    return failed(error.message, error.failure.kind !== "refused");
  }
}
