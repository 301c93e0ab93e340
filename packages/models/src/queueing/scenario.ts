import { z } from "zod";
import { featuresSchema } from "../program/index.ts";

const id = z.string().min(1);
const positive = z.number().positive();
const spread = z.number().nonnegative();

/** A server with known service time, e.g. measured. */
const measuredDeviceSchema = z.strictObject({
  id,
  serviceUs: positive.describe("mean service time, 1/mu_d"),
  sigmaUs: spread.describe("standard deviation of the service time"),
  source: z.string().min(1).optional().describe("where the numbers come from"),
});

const estimatedDevice = {
  id,
  profile: z.string().min(1).describe("id of a library device, or a profile file"),
  sigmaUs: spread.optional().describe("instead of the profile's spread"),
};

/** A device profile and what runs on it: the service time is the estimate (thesis Eq. 4.7). */
const programDeviceSchema = z.strictObject({
  ...estimatedDevice,
  program: z.string().min(1).describe("a P4 file, or lib:NAME"),
  path: z.string().min(1).default("max").describe("id of a path, min or max"),
});
const featuresDeviceSchema = z.strictObject({ ...estimatedDevice, features: featuresSchema });

const controllerSchema = z.strictObject({
  id,
  serviceUs: positive.describe("mean service time, 1/mu_c"),
  sigmaUs: spread.optional().describe("a tenth of the mean when left out (thesis Sec. 4.4.1)"),
});

const values = (what: string) => z.array(z.number().positive()).min(1).describe(what);

/** Exactly one kind of load: what the list counts. */
const loadsSchema = z.union(
  [
    z.strictObject({ externalPps: values("packets per second from outside") }),
    z.strictObject({
      controllerUtilisation: values("rho_c; the external load follows as mu_c rho_c / P_nf"),
    }),
    z.strictObject({ deviceUtilisation: values("rho_d, returning packets included") }),
  ],
  {
    error:
      "give one of externalPps, controllerUtilisation and deviceUtilisation, with a list of numbers greater than 0",
  },
);

const deviceSchema = z.union([measuredDeviceSchema, programDeviceSchema, featuresDeviceSchema], {
  error:
    "a device has an id and either serviceUs with sigmaUs, or a profile with a program or with features (counts of all six constructs)",
});

/**
 * Scenario of `p4twin queue`, version 1: every device with every controller at every share of new flows and
 * every load. Loads by the utilisation of the controller leave out the share 0, at which it gets no packet.
 */
export const queueScenarioSchema = z
  .strictObject({
    version: z.literal(1),
    name: z.string().min(1),
    devices: z.array(deviceSchema).min(1),
    controllers: z.array(controllerSchema).default([]),
    newFlowShares: z
      .array(z.number().min(0).max(1))
      .min(1)
      .default([0])
      .describe("P_nf: share of packets that are the first of their flow and visit the controller"),
    loads: loadsSchema,
    maxSojournUs: positive.optional().describe("budget for the refined mean sojourn time"),
  })
  .superRefine((scenario, context) => {
    const issue = (path: string, message: string): void =>
      context.addIssue({ code: "custom", path: [path], message });
    if (scenario.controllers.length > 0) return;
    if (scenario.newFlowShares.some((share) => share > 0))
      issue("newFlowShares", "new flows visit a controller: list one in controllers, or leave 0 only");
    if ("controllerUtilisation" in scenario.loads)
      issue("loads", "a load by the controller's utilisation needs a controller: list one in controllers");
  });

export type QueueScenario = z.infer<typeof queueScenarioSchema>;
export type QueueDevice = QueueScenario["devices"][number];

/** Spread of a controller that gives none: a tenth of its mean (thesis Sec. 4.4.1: 1.1 ms measured at 8 ms). */
export const CONTROLLER_SPREAD = 0.1;
