import type { Fault } from "../fault.ts";
import { startSlowViewer } from "../viewers.ts";

/** As many as the threads of the runtime that look up names, and some more. */
const LOOKUPS = 8;
const SLOW_VIEWERS = 5;

const loss: Fault = {
  ...{ id: "50 % packet loss", on: "network", raises: [], holdMs: 2_000 },
  async hurt({ traffic }) {
    await traffic.lose(0.5);
    return async () => {
      await traffic.lose(0);
    };
  },
};

const noNames: Fault = {
  ...{ id: "DNS gone", on: "network", raises: [], holdMs: 2_000 },
  async hurt({ client }) {
    const target = { kind: "webhook", url: "http://hooks.p4twin.invalid/" };
    const made = await client.post<{ channel: { id: string } }>("/notifications/channels", {
      ...{ name: "No such host", target, enabled: false },
    });
    const tests = Array.from({ length: LOOKUPS }, () =>
      client.post(`/notifications/channels/${made.channel.id}/test`, {}).catch(() => {}),
    );
    return async () => {
      await Promise.all(tests);
    };
  },
};

const slow: Fault = {
  ...{ id: "slow client", on: "browser", raises: [], holdMs: 2_500 },
  async hurt({ product, client, deploymentIds }) {
    const leave = Array.from({ length: SLOW_VIEWERS }, (_, i) =>
      startSlowViewer(product.base, client.cookie, deploymentIds[i % deploymentIds.length]),
    );
    return async () => {
      for (const go of leave) go();
    };
  },
};

export const networkFaults: readonly Fault[] = [loss, noNames, slow];
