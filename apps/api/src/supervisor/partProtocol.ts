/** What a part needs to know that its environment does not say. */
export type Setup = {
  databaseUrl: string;
  databaseKind: "embedded" | "external";
  /** asked for on the command line: a new one-time sign-in link */
  askedForLink: boolean;
};

/** From a part to its supervisor, beside the messages of the link. */
export type PartMessage =
  | { part: "ready"; url: string; link: string | null }
  | { part: "failed"; message: string }
  | { part: "pong" };

export type ToPartMessage = ({ part: "setup" } & Setup) | { part: "ping" } | { part: "stop" };
