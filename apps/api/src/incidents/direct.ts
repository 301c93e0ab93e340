import type { NotificationService, SendingState } from "../notifications/service.ts";
import type { Log } from "../observability/log.ts";
import type { Clock } from "../shared/service.ts";
import { incidentPayload, wantsIncident } from "./incidentOutbox.ts";
import type { DirectDelivery } from "./journal.ts";
import { deliveryIdOf, type IncidentNotice } from "./store.ts";

/** How old what is known of channels may become while the database answers. */
const REFRESH_MS = 15_000;

type Deps = {
  notifications: Pick<NotificationService, "sendingState" | "sendKnown">;
  clock: Clock;
  log: Log;
};

/** Sends notices over the channels as they were when the database last answered. */
export function createDirectSender({ notifications, clock, log }: Deps) {
  let known: SendingState | null = null;
  let timer: NodeJS.Timeout | null = null;
  const refresh = (): Promise<void> =>
    notifications.sendingState().then(
      (state) => {
        known = state;
      },
      (error: unknown) => log.debug({ error }, "channels are as they were"),
    );

  return {
    name: "direct notifications",
    async start() {
      await refresh();
      timer = setInterval(() => void refresh(), REFRESH_MS);
    },
    async stop() {
      if (timer) clearInterval(timer);
    },
    async send(notice: IncidentNotice): Promise<DirectDelivery[] | null> {
      const state = known;
      if (!state) return null;
      const wanted = state.channels.filter(
        ({ channel }) => channel.enabled && wantsIncident(channel.filter, notice.incident, notice.what),
      );
      return Promise.all(
        wanted.map(async (stored) => {
          const channelId = stored.channel.id;
          const message = {
            deliveryId: deliveryIdOf(notice.id, channelId),
            createdAt: notice.at.toISOString(),
            payload: incidentPayload(notice),
          };
          return { channelId, outcome: await notifications.sendKnown(stored, state, message), at: clock() };
        }),
      );
    },
  };
}
