import { resolveGnmiAddress } from "@p4twin/models/attach";
import { z } from "zod";
import { idSchema, nameSchema, wideNumberSchema } from "../shared/schemas.ts";

/** Certificates and keys are small; a chain of a few fits (our choice). */
const pemSchema = z.string().max(64_000);

/** How the connection is protected. Secrets are stored sealed and never shown again. */
const tlsInputSchema = z.object({
  ca: pemSchema.nullable().default(null).describe("PEM of who signed the switch; null: public authorities"),
  certificate: pemSchema.nullable().default(null).describe("PEM that P4Twin shows; with `key`"),
  key: pemSchema.nullable().default(null),
});
export type TlsInput = z.infer<typeof tlsInputSchema>;

const deviceIdSchema = wideNumberSchema(64, "The device id");

const addressSchema = z
  .string()
  .trim()
  .max(300)
  .transform((text) => text.replace(/^grpc:\/\//, ""))
  .pipe(
    z
      .string()
      .regex(/^(\[[0-9a-fA-F:.]+\]|[\w.-]+):\d{1,5}$/, "Write HOST:PORT, such as 10.0.0.5:9559.")
      .refine((text) => Number(text.split(":").at(-1)) <= 65_535, "A port is at most 65535."),
  );

export const gnmiAddressSchema = z
  .string()
  .trim()
  .max(300)
  .refine((text) => resolveGnmiAddress(text, "host:0") !== null, "Write PORT or HOST:PORT, such as 9339.")
  .nullable()
  .describe("PORT or HOST:PORT of its gNMI; null: names, ports and neighbours are not read");

/** Seconds between looks (our choice): reads hold off writes on most switches; 0 looks only when asked. */
const POLL_S = { default: 30, least: 5, most: 86_400 };

/** What is set of a switch beside its connection. */
export const switchSettings = {
  pollS: z.union([z.literal(0), z.int().min(POLL_S.least).max(POLL_S.most)]),
  programVersionId: idSchema.nullable().describe("the program it should run; null: what it tells itself"),
  device: z.string().min(1).max(120).nullable().describe("id of the device profile"),
};

const serverNameSchema = z.string().trim().min(1).max(253).nullable().describe("name in its certificate");

export const attachInputSchema = z
  .object({
    name: nameSchema,
    address: addressSchema,
    deviceId: deviceIdSchema.default("1"),
    secure: z.boolean().default(false),
    serverName: serverNameSchema.default(null),
    gnmiAddress: gnmiAddressSchema.default(null),
    tls: tlsInputSchema.default(() => tlsInputSchema.parse({})),
    pollS: switchSettings.pollS.default(POLL_S.default),
    programVersionId: switchSettings.programVersionId.default(null),
    device: switchSettings.device.default(null),
  })
  .refine(({ tls }) => (tls.certificate === null) === (tls.key === null), {
    message: "A client certificate and its key go together.",
    path: ["tls"],
  });
export type AttachInput = z.infer<typeof attachInputSchema>;

export const switchChangeSchema = z.object({
  id: idSchema,
  name: nameSchema.optional(),
  pollS: switchSettings.pollS.optional(),
  programVersionId: switchSettings.programVersionId.optional(),
  device: switchSettings.device.optional(),
  gnmiAddress: gnmiAddressSchema.optional(),
  connection: z
    .object({
      address: addressSchema,
      deviceId: deviceIdSchema,
      secure: z.boolean(),
      serverName: serverNameSchema,
      tls: tlsInputSchema.optional().describe("left out: certificates stay"),
    })
    .optional(),
});
export type SwitchChange = z.infer<typeof switchChangeSchema>;
