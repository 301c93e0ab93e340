import type { Condition } from "../../cluster/incident.ts";
import type { Facts } from "../facts.ts";

/** The broker between processes. */
export const brokerConditions = ({ brokerConnected }: Facts): Condition[] =>
  brokerConnected === false
    ? [
        {
          ...{ key: "broker", kind: "broker", severity: "critical" },
          title: "NATS cannot be reached",
          cause:
            "Collectors keep closed windows on disk and send them when it is back. Live views stop until then.",
          evidence: [],
        },
      ]
    : [];
