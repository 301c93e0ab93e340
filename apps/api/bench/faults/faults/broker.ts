import type { Fault } from "../fault.ts";
import { signal } from "../processes.ts";

const unable: Fault["unable"] = ({ product }) => (product.broker ? null : "no broker in this form");

const killed: Fault = {
  ...{ id: "NATS killed", on: "broker", raises: ["broker"], holdMs: 4_000, unable },
  async hurt({ product }) {
    await product.broker?.kill();
    return async () => product.broker?.start();
  },
};

const hung: Fault = {
  ...{ id: "NATS hung", on: "broker", raises: ["broker"], holdMs: 8_000, unable },
  async hurt({ product }) {
    const pid = product.broker?.pid() ?? 0;
    signal(pid, "SIGSTOP");
    return async () => signal(pid, "SIGCONT");
  },
};

export const brokerFaults: readonly Fault[] = [killed, hung];
