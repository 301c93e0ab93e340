import { z } from "zod";
import { idSchema, instantSchema, nameSchema, severitySchema } from "../shared/schemas.ts";

const webAddressSchema = z
  .url({
    protocol: /^https?$/,
    message: "A webhook needs an address of the form https://host/path.",
    abort: true,
  })
  .max(2_000)
  .refine((text) => {
    const { username, password } = new URL(text);
    return username === "" && password === "";
  }, "A webhook's address must not contain a user name or password; the signature proves the sender.");

/** Where a channel sends to: signed JSON, a chat by the address that it gave out, PagerDuty, people by e-mail. */
export const targetSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("webhook"), url: webAddressSchema }),
  z.object({ kind: z.literal("slack"), url: webAddressSchema }),
  z.object({ kind: z.literal("teams"), url: webAddressSchema }),
  z.object({
    kind: z.literal("pagerduty"),
    routingKey: z
      .string()
      .trim()
      .regex(
        /^[\w-]{20,64}$/,
        "The routing key is the integration key of the service in PagerDuty, 32 characters.",
      ),
    region: z.enum(["us", "eu"]).default("us"),
  }),
  z.object({
    kind: z.literal("email"),
    to: z.array(z.email("This is not an e-mail address.")).min(1, "An e-mail needs a recipient.").max(50),
  }),
]);

const noticeSchema = z.enum(["opened", "changed", "closed"]);

/** Which events a channel hears of. No scope: all segments. */
export const channelFilterSchema = z.object({
  minSeverity: severitySchema.default("warning"),
  on: z.array(noticeSchema).min(1, "Choose at least one occasion.").default(["opened", "closed"]),
  scopes: z
    .array(z.object({ deploymentId: idSchema, segmentId: z.string().min(1).nullable().default(null) }))
    .max(1_000)
    .default([]),
  incidents: z.boolean().default(true).describe("faults of P4Twin itself, whatever the scopes"),
  switches: z
    .boolean()
    .default(true)
    .describe("switches that hold other than what is intended, whatever the scopes"),
});
export type ChannelFilter = z.infer<typeof channelFilterSchema>;

export const channelInputSchema = z.object({
  name: nameSchema,
  target: targetSchema,
  filter: channelFilterSchema.default(channelFilterSchema.parse({})),
  enabled: z.boolean().default(true),
});
export type ChannelInput = z.infer<typeof channelInputSchema>;

export const channelSchema = channelInputSchema.extend({
  id: idSchema,
  hasSecret: z.boolean().describe("whether its messages are signed; the secret itself is never returned"),
  createdAt: instantSchema,
});
export type Channel = z.infer<typeof channelSchema>;

export const madeChannelSchema = z.object({
  channel: channelSchema,
  secret: z.string().nullable().describe("shown once; null for e-mail"),
});

export const deliveryStateSchema = z.enum(["waiting", "delivered", "failed", "cancelled"]);
export const deliveryWhatSchema = z.enum([...noticeSchema.options, "test"]);

export const deliverySchema = z.object({
  id: idSchema,
  channelId: idSchema,
  channelName: z.string(),
  eventId: idSchema.nullable(),
  incidentId: idSchema.nullable().describe("of a fault of P4Twin itself"),
  what: deliveryWhatSchema,
  /** what it is about, in one line */
  subject: z.string(),
  state: deliveryStateSchema,
  attempts: z.int(),
  /** when it is tried next, while it waits */
  dueAt: instantSchema,
  answer: z.string().nullable().describe("the peer's answer, or why there was none"),
  createdAt: instantSchema,
  endedAt: instantSchema.nullable(),
});
export type Delivery = z.infer<typeof deliverySchema>;

export const deliveryFilterSchema = z.object({
  channelId: idSchema.optional(),
  eventId: idSchema.optional(),
  state: deliveryStateSchema.optional(),
  limit: z.int().min(1).max(1000).default(100),
});
export type DeliveryFilter = z.infer<typeof deliveryFilterSchema>;

export const testResultSchema = z.object({
  ok: z.boolean(),
  answer: z.string().describe("the peer's answer"),
});

/** How mail leaves: `starttls` refuses to go on without encryption, `tls` begins with it. */
export const mailServerInputSchema = z.object({
  host: z.string().trim().min(1, "Name the mail server.").max(255),
  port: z.int().min(1).max(65_535).default(587),
  security: z.enum(["starttls", "tls", "none"]).default("starttls"),
  user: z.string().max(255).default(""),
  password: z.string().max(1_000).optional().describe("left out: as it was; empty: none"),
  from: z.email("The sender must be an e-mail address."),
});
export type MailServerInput = z.infer<typeof mailServerInputSchema>;

export const mailServerSchema = mailServerInputSchema.omit({ password: true }).extend({
  hasPassword: z.boolean(),
});
export type MailServer = z.infer<typeof mailServerSchema>;
