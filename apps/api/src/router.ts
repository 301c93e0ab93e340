import { accountRouter } from "./account/router.ts";
import { auditRouter } from "./audit/router.ts";
import { capturesRouter } from "./captures/router.ts";
import { chainsRouter } from "./chains/router.ts";
import { demoRouter } from "./demo/router.ts";
import { deploymentsRouter } from "./deployments/router.ts";
import { devicesRouter } from "./devices/router.ts";
import { discoveryRouter } from "./discovery/router.ts";
import { enginesRouter } from "./engines/router.ts";
import { eventsRouter } from "./events/router.ts";
import { exploreRouter } from "./explore/router.ts";
import { notificationsRouter } from "./notifications/router.ts";
import { placementsRouter } from "./placements/router.ts";
import { plansRouter } from "./plans/router.ts";
import { programsRouter } from "./programs/router.ts";
import { refitsRouter } from "./refits/router.ts";
import { reportsRouter } from "./reports/router.ts";
import { reviewsRouter } from "./reviews/router.ts";
import { scenariosRouter } from "./scenarios/router.ts";
import { schemasRouter } from "./schemas/router.ts";
import { serversRouter } from "./servers/router.ts";
import { switchesRouter } from "./switches/router.ts";
import { systemRouter } from "./system/router.ts";
import { telemetryRouter } from "./telemetry/router.ts";
import { topologiesRouter } from "./topologies/router.ts";
import { createCallerFactory, router } from "./trpc/trpc.ts";
import { twinRouter } from "./twin/router.ts";
import { usersRouter } from "./users/router.ts";
import { voidsRouter } from "./voids/router.ts";
import { workspacesRouter } from "./workspaces/router.ts";

/** Every procedure of the product, one router a noun. */
export const appRouter = router({
  account: accountRouter,
  audit: auditRouter,
  captures: capturesRouter,
  chains: chainsRouter,
  demo: demoRouter,
  deployments: deploymentsRouter,
  devices: devicesRouter,
  discovery: discoveryRouter,
  engines: enginesRouter,
  events: eventsRouter,
  explore: exploreRouter,
  notifications: notificationsRouter,
  placements: placementsRouter,
  plans: plansRouter,
  programs: programsRouter,
  refits: refitsRouter,
  reports: reportsRouter,
  reviews: reviewsRouter,
  scenarios: scenariosRouter,
  schemas: schemasRouter,
  servers: serversRouter,
  switches: switchesRouter,
  system: systemRouter,
  telemetry: telemetryRouter,
  topologies: topologiesRouter,
  twin: twinRouter,
  users: usersRouter,
  voids: voidsRouter,
  workspaces: workspacesRouter,
});

export type AppRouter = typeof appRouter;

/** Calls procedures without HTTP: tests, jobs, the seed. */
export const createCaller = createCallerFactory(appRouter);
