"use client";
import { ChannelsPanel } from "./ChannelsPanel.tsx";
import { DeliveriesPanel } from "./DeliveriesPanel.tsx";
import { MailServerForm } from "./MailServerForm.tsx";

/** Who is told of events, how mail leaves, and what was sent. Operators look, owners change. */
export function NotificationsTab({ owner }: { owner: boolean }) {
  return (
    <div className="flex flex-col gap-3">
      <ChannelsPanel owner={owner} />
      {owner ? <MailServerForm /> : null}
      <DeliveriesPanel />
    </div>
  );
}
