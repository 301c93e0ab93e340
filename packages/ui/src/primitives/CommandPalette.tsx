"use client";
import { Command } from "cmdk";
import { Search } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { cn } from "../lib/cn.ts";
import { dialogOverlay, dialogPanel } from "./Dialog.tsx";
import { KeyHint } from "./KeyHint.tsx";

interface PaletteCommand {
  id: string;
  label: string;
  /** Further words it is found by. */
  keywords?: readonly string[];
  icon?: ReactNode;
  keys?: readonly string[];
  onRun: () => void;
}

export interface PaletteGroup {
  heading: string;
  commands: readonly PaletteCommand[];
}

export interface CommandPaletteProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  groups: readonly PaletteGroup[];
  /** Told of what is typed, for commands that come from a search. */
  onQueryChange?: (query: string) => void;
  placeholder?: string;
  /** Whether more commands are to come. */
  loading?: boolean;
}

export function CommandPalette({
  open,
  onOpenChange,
  groups,
  onQueryChange,
  placeholder = "Go to, or do…",
  loading = false,
}: CommandPaletteProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={dialogOverlay} />
        <Radix.Content
          aria-describedby={undefined}
          className={cn(dialogPanel, "w-[min(36rem,calc(100vw-2rem))] overflow-hidden")}
        >
          <Radix.Title className="sr-only">Command palette</Radix.Title>
          <Command label="Command palette" loop className="flex min-h-0 flex-col">
            <div className="flex items-center gap-2 border-b px-3">
              <Search aria-hidden className="size-4 shrink-0 text-ink-3" />
              <Command.Input
                placeholder={placeholder}
                onValueChange={onQueryChange}
                className="h-11 w-full bg-transparent text-base text-ink outline-none placeholder:text-ink-3"
              />
              <KeyHint decorative keys={["Esc"]} />
            </div>
            <Command.List className="max-h-96 overflow-auto p-1">
              <Command.Empty className="px-3 py-6 text-center text-ink-3">
                {loading ? "Searching …" : "Nothing matches."}
              </Command.Empty>
              {groups.map((group) => (
                <Command.Group
                  key={group.heading}
                  heading={group.heading}
                  className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-ink-3"
                >
                  {group.commands.map((command) => (
                    <Command.Item
                      key={command.id}
                      value={`${command.label} ${command.id}`}
                      keywords={command.keywords ? [...command.keywords] : undefined}
                      onSelect={() => {
                        onOpenChange(false);
                        command.onRun();
                      }}
                      className="flex cursor-pointer items-center gap-2.5 rounded-md px-2 py-1.5 data-[selected=true]:bg-hover [&_svg]:size-4 [&_svg]:text-ink-3"
                    >
                      {command.icon}
                      <span className="grow truncate">{command.label}</span>
                      {command.keys ? <KeyHint decorative keys={command.keys} /> : null}
                    </Command.Item>
                  ))}
                </Command.Group>
              ))}
            </Command.List>
          </Command>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
