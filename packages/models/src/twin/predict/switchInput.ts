import type { TailShape } from "./delays.ts";
import type { QueueLoad } from "./queueWait.ts";

/** What an estimator says about one pass through a switch (contract: `estimate --json`). */
export type SwitchEstimate = {
  meanUs: number;
  /** one standard deviation of the mean to each side; null where the error of the fit is not known */
  meanLowUs: number | null;
  meanHighUs: number | null;
  terms: readonly { construct: string; totalUs: number }[];
  notes: readonly string[];
  /** means of the paths that packets take, with their shares; left out for one path */
  parts?: readonly { us: number; share: number }[];
  /** one standard deviation that the counts of these packets leave to the mean; left out for one path */
  countedUs?: number;
};

/** What a device profile says of its errors and of single packets; null is not known. */
export type SwitchNoise = {
  /** the profile: switches of one share the error of its fit */
  device: string;
  /** standard deviation of single packets */
  spreadUs: number | null;
  /** standard deviation between runs of the switch, part of the estimate's interval */
  runSpreadUs: number | null;
  tail: TailShape | null;
};

/** Share of the packets that go to the controller and come back (P_nf), and the controller's service time. */
type ControllerLoad = {
  newFlowShare: number;
  serviceUs: number;
  sigmaUs: number | null;
  /** what the device's control agent takes until its packets meet the new entry; null where they do not wait for it */
  agent?: { us: number; errorUs: number } | null;
};

/** What many flows add to a lookup, with how far off that may be to each side; null bounds are unknown. */
type FlowEffect = {
  addedUs: number;
  belowUs: number | null;
  aboveUs: number | null;
  notes: readonly string[];
};

export type SwitchInput = {
  label: string;
  estimate: SwitchEstimate | null;
  noise?: SwitchNoise | null;
  queue?: QueueLoad | null;
  flows?: FlowEffect | null;
  controller?: ControllerLoad | null;
};
