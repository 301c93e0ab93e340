"use client";
import { DropdownMenu, IconButton, type MenuEntry, toast } from "@p4twin/ui";
import { useMutation } from "@tanstack/react-query";
import { Ellipsis } from "lucide-react";
import { countOf } from "@/lib/countOf.ts";
import { type RouterOutputs, useTRPC } from "@/lib/trpc.ts";

type User = RouterOutputs["users"]["list"][number];
type Props = { user: User; onChanged: () => void; onRemove: () => void };

/** What an owner can do with somebody's account. */
export function PersonMenu({ user, onChanged, onRemove }: Props) {
  const trpc = useTRPC();
  const said = (words: string) => ({ onSuccess: () => toast.success(words), onSettled: onChanged });
  const { name, id } = user;
  const disable = useMutation(
    trpc.users.disable.mutationOptions(said(`${name} is signed out and kept out until enabled again`)),
  );
  const enable = useMutation(trpc.users.enable.mutationOptions(said(`${name} can sign in again`)));
  const signOut = useMutation(
    trpc.users.signOut.mutationOptions({
      onSuccess: ({ signedOut }) =>
        toast.success(`${countOf(signedOut, "session", "sessions")} of ${name} ended`),
      onSettled: onChanged,
    }),
  );
  const turnOff = useMutation(
    trpc.users.turnOffTwoFactor.mutationOptions(said(`${name} signs in without a code`)),
  );
  const item = (id: string, label: string, onSelect: () => void, danger = false): MenuEntry => ({
    kind: "item",
    id,
    label,
    onSelect,
    danger,
  });
  return (
    <DropdownMenu
      trigger={<IconButton size="sm" label={`More for ${name}`} icon={<Ellipsis aria-hidden />} />}
      entries={[
        item("sign-out", "Sign out everywhere", () => signOut.mutate({ id })),
        ...(user.twoFactor
          ? [item("two-factor", "Turn off two-factor sign-in", () => turnOff.mutate({ id }))]
          : []),
        user.disabledAt
          ? item("enable", "Enable account", () => enable.mutate({ id }))
          : item("disable", "Disable account", () => disable.mutate({ id })),
        { kind: "separator", id: "line" },
        item("remove", "Remove account", onRemove, true),
      ]}
    />
  );
}
