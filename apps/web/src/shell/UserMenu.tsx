"use client";
import { Button, DropdownMenu, type MenuEntry } from "@p4twin/ui";
import { CircleUserRound, Keyboard, LogOut, Monitor, Moon, Sun } from "lucide-react";
import type { Theme } from "@/lib/theme.ts";
import { signOut } from "./signOut.ts";

const THEMES: readonly { id: Theme; label: string; icon: typeof Sun }[] = [
  { id: "system", label: "As the system", icon: Monitor },
  { id: "light", label: "Light", icon: Sun },
  { id: "dark", label: "Dark", icon: Moon },
];

export type UserMenuProps = {
  name: string;
  role: string;
  theme: Theme;
  onThemeChange: (theme: Theme) => void;
  onShowKeys: () => void;
};

/** Who is signed in, the theme, the key list and the way out. */
export function UserMenu({ name, role, theme, onThemeChange, onShowKeys }: UserMenuProps) {
  const entries: MenuEntry[] = [
    { kind: "heading", id: "who", label: `${name}, ${role}` },
    { kind: "separator", id: "s1" },
    { kind: "heading", id: "theme", label: "Theme" },
    ...THEMES.map(
      ({ id, label, icon: Icon }): MenuEntry => ({
        kind: "item",
        id,
        label,
        icon: <Icon aria-hidden />,
        checked: theme === id,
        onSelect: () => onThemeChange(id),
      }),
    ),
    { kind: "separator", id: "s2" },
    {
      kind: "item",
      id: "keys",
      label: "Show keys",
      icon: <Keyboard aria-hidden />,
      keys: ["?"],
      onSelect: onShowKeys,
    },
    {
      kind: "item",
      id: "out",
      label: "Sign out",
      icon: <LogOut aria-hidden />,
      onSelect: () => void signOut(),
    },
  ];
  return (
    <DropdownMenu
      trigger={
        <Button variant="ghost" icon={<CircleUserRound aria-hidden />}>
          <span className="sr-only">User menu</span>
          <span className="hidden max-w-32 truncate lg:inline">{name}</span>
        </Button>
      }
      entries={entries}
    />
  );
}
