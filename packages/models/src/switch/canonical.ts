import type { Action, FieldMatch, Replica, TableAction } from "../p4runtime/index.ts";

/** The same number in its shortest bytes, in which it is read back whatever a controller wrote. */
function shortest(bytes: Uint8Array): Uint8Array {
  let at = 0;
  while (at < bytes.length - 1 && bytes[at] === 0) at++;
  return at === 0 ? bytes : bytes.slice(at);
}

export const canonicalAction = ({ actionId, params }: Action): Action => ({
  actionId,
  params: params.map(({ paramId, value }) => ({ paramId, value: shortest(value) })),
});

export function canonicalTableAction(action: TableAction | null): TableAction | null {
  const type = action?.type;
  if (type?.kind === "action") return { type: { kind: "action", value: canonicalAction(type.value) } };
  if (type?.kind !== "actionProfileActionSet") return action;
  const { actionProfileActions: all, ...rest } = type.value;
  const actionProfileActions = all.map((each) => ({
    ...each,
    action: each.action && canonicalAction(each.action),
  }));
  return { type: { kind: "actionProfileActionSet", value: { ...rest, actionProfileActions } } };
}

export function canonicalMatch({ fieldId, fieldMatchType: type }: FieldMatch): FieldMatch {
  if (type === null || type.kind === "other") return { fieldId, fieldMatchType: type };
  const numbers = Object.entries(type.value).map(([name, of]) => [
    name,
    of instanceof Uint8Array ? shortest(of) : of,
  ]);
  return {
    fieldId,
    fieldMatchType: { ...type, value: Object.fromEntries(numbers) } as FieldMatch["fieldMatchType"],
  };
}

export const canonicalReplica = ({ portKind, ...rest }: Replica): Replica => ({
  ...rest,
  portKind: portKind?.kind === "port" ? { kind: "port", value: shortest(portKind.value) } : portKind,
});
