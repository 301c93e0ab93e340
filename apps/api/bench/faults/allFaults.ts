import type { Fault } from "./fault.ts";
import { brokerFaults } from "./faults/broker.ts";
import { clockFaults } from "./faults/clock.ts";
import { databaseFaults } from "./faults/database.ts";
import { diskFaults } from "./faults/disk.ts";
import { networkFaults } from "./faults/network.ts";
import { processFaults } from "./faults/processes.ts";
import { spoolFaults } from "./faults/spool.ts";

/** Every fault; what a form of the product has not, it cannot lose. */
export const allFaults: readonly Fault[] = [
  ...processFaults,
  ...databaseFaults,
  ...diskFaults,
  ...clockFaults,
  ...networkFaults,
  ...spoolFaults,
  ...brokerFaults,
];
