import type { Fault } from "../fault.ts";
import type { Lab } from "../lab.ts";
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

/** Asks for more names at once than the runtime has threads for; resolves when all have failed. */
const askNames = ({ client, strangerId }: Lab): Promise<unknown> =>
  Promise.all(
    Array.from({ length: LOOKUPS }, () =>
      client.post(`/notifications/channels/${strangerId}/test`, {}).catch(() => {}),
    ),
  );

const noNames: Fault = {
  ...{ id: "DNS gone", on: "network", raises: [], holdMs: 2_000 },
  async hurt(lab) {
    const asked = askNames(lab);
    return async () => {
      await asked;
    };
  },
};

const namesHang: Fault = {
  ...{ id: "DNS hung", on: "network", raises: [], holdMs: 4_000 },
  unable: ({ place }) => (place.names ? null : "no name servers of its own"),
  async hurt(lab) {
    lab.place.names?.hang();
    const asked = askNames(lab);
    return async () => {
      lab.place.names?.answer();
      await asked;
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

export const networkFaults: readonly Fault[] = [loss, noNames, namesHang, slow];
