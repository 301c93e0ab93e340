import type { createAccounts } from "./account/accounts.ts";
import { createInstallationWide, type ServiceDeps } from "./installationWide.ts";
import { createWorkspaceServices, type WorkspaceServices } from "./workspaceServices.ts";

/**
 * What the product does, apart from accounts and alarms: the services of the first workspace, and with `inWorkspace`
 * those of another one, made when they are first asked for (`workspaces/service.ts` bounds how many workspaces there
 * are).
 */
export function createServices(deps: ServiceDeps) {
  const { scope } = deps;
  const shared = createInstallationWide(deps);
  const home = createWorkspaceServices(deps, shared);
  const made = new Map([[scope.workspaceId, home]]);
  const inWorkspace = (workspaceId: string): WorkspaceServices => {
    const services =
      made.get(workspaceId) ??
      createWorkspaceServices({ ...deps, scope: { db: scope.db, workspaceId } }, shared);
    made.set(workspaceId, services);
    return services;
  };
  const { parsing, analyses, looking, plugins, queue, users, raised, twinNow, samples, history } = shared;
  return {
    ...home,
    inWorkspace,
    queue,
    /** Is the alarm of a segment up? A second behind at most. */
    raised: raised.raised,
    history,
    /** accounts, for who signs people in */
    accounts: users,
    /** what pages read of alarms and models, kept in step */
    components: [raised, twinNow, samples],
    /** Starts what the first upload would otherwise wait for. */
    warmUp() {
      parsing.warmUp();
      analyses.warmUp();
    },
    /** Ends the processes and interpreters that are kept ready. */
    stop() {
      parsing.stop();
      analyses.stop();
      looking.stop();
      plugins.stop();
    },
  };
}
export type CoreServices = ReturnType<typeof createServices>;

export type Services = WorkspaceServices & ReturnType<typeof createAccounts>;
/** Adds what is done for people and how they sign in. */
export function withAccounts(core: CoreServices, accounts: ReturnType<typeof createAccounts>) {
  const made = new Map<string, Services>();
  const inWorkspace = (workspaceId: string): Services => {
    const services = made.get(workspaceId) ?? { ...core.inWorkspace(workspaceId), ...accounts };
    made.set(workspaceId, services);
    return services;
  };
  return { ...core, ...accounts, inWorkspace };
}
export type InstallationServices = ReturnType<typeof withAccounts>;
