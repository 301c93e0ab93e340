import { factsOf, linkOf, type Payload, sentenceOf, subjectOf } from "./payload.ts";

/** Limits of Slack's blocks: docs.slack.dev/reference/block-kit/blocks. */
const HEADER_CHARS = 150;
const TEXT_CHARS = 3_000;
const FIELDS = 10;
const FIELD_CHARS = 2_000;

const cut = (text: string, chars: number): string =>
  text.length > chars ? `${text.slice(0, chars - 1)}…` : text;

/** What Slack would read as markup or a mention (docs.slack.dev/messaging/formatting-message-text). */
const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Body of a Slack incoming webhook: text for notifications, blocks for the channel. */
export function slackBody(payload: Payload, baseUrl: string): string {
  const subject = subjectOf(payload);
  const facts = factsOf(payload).slice(0, FIELDS);
  const section = (text: string) => ({
    type: "section",
    text: { type: "mrkdwn", text: cut(text, TEXT_CHARS) },
  });
  return JSON.stringify({
    text: escaped(subject),
    blocks: [
      { type: "header", text: { type: "plain_text", text: cut(subject, HEADER_CHARS) } },
      section(escaped(sentenceOf(payload))),
      ...(facts.length > 0
        ? [
            {
              type: "section",
              fields: facts.map(({ label, value }) => ({
                type: "mrkdwn",
                text: cut(`*${escaped(label)}*\n${escaped(value)}`, FIELD_CHARS),
              })),
            },
          ]
        : []),
      section(`<${linkOf(payload, baseUrl)}|Open in P4Twin>`),
    ],
  });
}

/**
 * Body for a Teams workflow "when a webhook request is received": an Adaptive Card in a message
 * (learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors). 1.4 is what every client of Teams shows.
 */
export function teamsBody(payload: Payload, baseUrl: string): string {
  const facts = factsOf(payload);
  const text = (words: string, more: object = {}) => ({
    type: "TextBlock",
    text: words,
    wrap: true,
    ...more,
  });
  return JSON.stringify({
    type: "message",
    attachments: [
      {
        contentType: "application/vnd.microsoft.card.adaptive",
        contentUrl: null,
        content: {
          $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
          type: "AdaptiveCard",
          version: "1.4",
          body: [
            text(subjectOf(payload), { weight: "Bolder", size: "Medium" }),
            text(sentenceOf(payload)),
            ...(facts.length > 0
              ? [{ type: "FactSet", facts: facts.map(({ label, value }) => ({ title: label, value })) }]
              : []),
          ],
          actions: [{ type: "Action.OpenUrl", title: "Open in P4Twin", url: linkOf(payload, baseUrl) }],
        },
      },
    ],
  });
}
