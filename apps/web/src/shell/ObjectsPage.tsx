"use client";
import { EmptyState, PageHeader } from "@p4twin/ui";
import type { ReactNode } from "react";
import { type ListedObject, ObjectList, type ObjectListProps } from "@/lib/ObjectList.tsx";
import { QueryView, type ViewedQuery } from "@/lib/QueryView.tsx";
import { type Removal, useRemoval } from "@/lib/useRemoval.ts";
import { FirstVisitHint } from "./FirstVisitHint.tsx";
import { useMayChange } from "./useMayChange.ts";

export type ObjectsPageProps<T extends ListedObject> = Pick<
  ObjectListProps<T>,
  "plural" | "singular" | "href" | "columns"
> & {
  title: string;
  summary: string;
  objects: ViewedQuery<readonly T[]>;
  removal: Removal;
  /** Makes a new object: in the header and in the empty list, for those who may change something. */
  create: ReactNode;
  /** Also in the header, for everybody; before `create`. */
  actions?: ReactNode;
  /** Fields under the title. */
  header?: ReactNode;
  hint?: { title: string; text: ReactNode };
  empty: { icon: ReactNode; text: ReactNode };
};

/** The page of one kind of objects of the workspace: title, first-visit hint, list with filter, removal with undo. */
export function ObjectsPage<T extends ListedObject>(props: ObjectsPageProps<T>) {
  const { title, summary, objects, removal, create, actions, header, hint, empty, ...list } = props;
  const mayChange = useMayChange();
  const remove = useRemoval(removal);
  const offered = mayChange ? create : null;
  return (
    <>
      <PageHeader
        title={title}
        summary={summary}
        actions={
          <>
            {actions}
            {offered}
          </>
        }
      >
        {header}
      </PageHeader>
      <div className="px-4 pb-6 md:px-6">
        {hint ? (
          <FirstVisitHint id={list.plural} title={hint.title}>
            {hint.text}
          </FirstVisitHint>
        ) : null}
        <QueryView query={objects} what={`The ${list.plural}`}>
          {(all) => (
            <ObjectList
              {...list}
              objects={all}
              onRemove={mayChange ? ({ id, name }) => remove(id, name) : null}
              empty={
                <EmptyState icon={empty.icon} title={`No ${title.toLowerCase()} yet`} action={offered}>
                  {empty.text}
                </EmptyState>
              }
            />
          )}
        </QueryView>
      </div>
    </>
  );
}
