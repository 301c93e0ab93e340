"use client";
import { AlertDialog, type Column, EmptyState, IconButton, Input, nameLink, Panel, Table } from "@p4twin/ui";
import { formatDateTime, formatRelativeTime } from "@p4twin/ui/format";
import { Search, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { parseAsString, useQueryState } from "nuqs";
import { type ReactNode, useState } from "react";
import { AppLink } from "./AppLink.tsx";
import { countOf } from "./countOf.ts";
import { type SortValue, sortRows } from "./sortRows.ts";
import { useSortUrl } from "./sortUrl.ts";

/** What every object of the workspace shows in a list; versioned ones their latest version, too. */
export type ListedObject = {
  id: string;
  name: string;
  latest?: { id: string; number: number; createdAt: string };
};

export type ObjectColumn<T> = Column<T> & { sortValue?: (object: T) => SortValue };

export type ObjectListProps<T extends ListedObject> = {
  objects: readonly T[];
  /** plural and singular: "programs", "program" */
  plural: string;
  singular: string;
  href: (object: T) => string;
  columns: readonly ObjectColumn<T>[];
  /** null when the person may not change anything */
  onRemove: ((object: T) => Promise<void>) | null;
  /** shown when the workspace holds none */
  empty: ReactNode;
};

/** A column of moments: how long ago, the time itself as its title. `at`: as the server writes it, null for never. */
export const timeColumn = <T,>(
  id: string,
  header: string,
  at: (object: T) => string | null,
): ObjectColumn<T> => ({
  id,
  header,
  sortable: true,
  sortValue: (object) => {
    const text = at(object);
    return text === null ? null : Date.parse(text);
  },
  cell: (object) => {
    const text = at(object);
    if (text === null) return "never";
    const ms = Date.parse(text);
    return <span title={formatDateTime(ms)}>{formatRelativeTime(ms, Date.now())}</span>;
  },
});

/** A list of objects: search, sort, open, remove with undo. */
export function ObjectList<T extends ListedObject>(props: ObjectListProps<T>) {
  const { objects, plural, singular, href, columns, onRemove, empty } = props;
  const router = useRouter();
  const [query, setQuery] = useQueryState(
    "q",
    parseAsString.withDefault("").withOptions({ throttleMs: 200 }),
  );
  const [sort, setSort] = useSortUrl();
  const [removing, setRemoving] = useState<T | null>(null);

  if (objects.length === 0) return <Panel>{empty}</Panel>;

  const allColumns: ObjectColumn<T>[] = [
    {
      id: "name",
      header: "Name",
      sortable: true,
      sortValue: (object) => object.name,
      cell: (object) => (
        <AppLink href={href(object)} className={nameLink}>
          {object.name}
        </AppLink>
      ),
    },
    ...columns,
  ];
  const versioned = objects.some(({ latest }) => latest !== undefined);
  if (versioned) {
    allColumns.push(
      { id: "version", header: "Version", numeric: true, cell: ({ latest }) => latest?.number },
      timeColumn("changed", "Changed", ({ latest }) => latest?.createdAt ?? null),
    );
  }
  if (onRemove) {
    allColumns.push({
      id: "remove",
      header: <span className="sr-only">Remove</span>,
      className: "w-10",
      cell: (object) => (
        <IconButton
          size="sm"
          label={`Remove ${object.name}`}
          icon={<Trash2 aria-hidden />}
          onClick={() => setRemoving(object)}
        />
      ),
    });
  }
  const wanted = query.trim().toLowerCase();
  const found = objects.filter((object) => object.name.toLowerCase().includes(wanted));
  const rows = sortRows(found, sort, (object, id) =>
    allColumns.find((c) => c.id === id)?.sortValue?.(object),
  );

  return (
    <Panel
      title={countOf(objects.length, singular, plural)}
      bodyClassName="p-0 overflow-x-auto"
      actions={
        <Input
          type="search"
          aria-label={`Filter ${plural}`}
          placeholder="Filter by name"
          leading={<Search aria-hidden />}
          value={query}
          onChange={(event) => void setQuery(event.target.value || null)}
          className="w-48"
        />
      }
    >
      <Table
        caption={plural}
        columns={allColumns}
        rows={rows}
        rowKey={(object) => object.id}
        onSelect={(object) => router.push(href(object))}
        sort={sort ?? undefined}
        onSortChange={setSort}
        empty={
          <EmptyState title={`No ${singular} is called “${query}”`}>Change or clear the filter.</EmptyState>
        }
      />
      <AlertDialog
        open={removing !== null}
        onOpenChange={(open) => (open ? null : setRemoving(null))}
        title={`Remove ${removing?.name ?? singular}?`}
        description={
          versioned
            ? "It leaves the lists. What refers to one of its versions keeps working, and you can undo it right after."
            : "It leaves the list. You can undo it right after."
        }
        actionLabel={`Remove ${singular}`}
        onAction={() => {
          if (removing && onRemove) void onRemove(removing);
          setRemoving(null);
        }}
      />
    </Panel>
  );
}
