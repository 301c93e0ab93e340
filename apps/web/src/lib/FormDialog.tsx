"use client";
import { Alert, Button, Dialog } from "@p4twin/ui";
import { type ReactNode, useId } from "react";
import { describeError } from "./describeError.ts";

export type FormDialogProps = {
  title: string;
  description: string;
  /** What the main button does. */
  action: string;
  /** Everything that is needed has been filled in. */
  ready: boolean;
  busy: boolean;
  onSubmit: () => void;
  onClose: () => void;
  /** Why the last try failed; null before and after. */
  error?: unknown;
  /** Title of that message; without it the message is the title. */
  failed?: string;
  /** Other buttons, before Cancel. */
  others?: ReactNode;
  /** Width of the panel, as a class. */
  className?: string;
  children: ReactNode;
};

/** A dialog of fields, open while drawn: Enter or the main button submits, what fails is shown under the fields. */
export function FormDialog(props: FormDialogProps) {
  const { title, description, action, ready, busy, onSubmit, onClose, error, failed, others, className } =
    props;
  const form = useId();
  const message = error ? describeError(error).what : null;
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? null : onClose())}
      title={title}
      description={description}
      className={className}
      footer={
        <>
          {others}
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" busy={busy} disabled={!ready}>
            {action}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (ready && !busy) onSubmit();
        }}
      >
        {props.children}
        {message ? (
          <Alert tone="bad" title={failed ?? message}>
            {failed ? message : null}
          </Alert>
        ) : null}
      </form>
    </Dialog>
  );
}

/** Two columns of fields, one on a narrow screen. */
export const FormGrid = ({ children }: { children: ReactNode }) => (
  <div className="grid gap-3 sm:grid-cols-2">{children}</div>
);
