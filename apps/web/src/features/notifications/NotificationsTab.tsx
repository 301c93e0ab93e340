"use client";
import { ChannelsPanel } from "./ChannelsPanel.tsx";
import { DeliveriesPanel } from "./DeliveriesPanel.tsx";
import { MailServerForm } from "./MailServerForm.tsx";

/**
 * Who is told of events, how mail leaves, and what was sent. Operators look, owners change; the mail server
 * is of the installation.
 */
export function NotificationsTab({
  owner,
  installationOwner,
}: {
  owner: boolean;
  installationOwner: boolean;
}) {
  return (
    <div className="flex flex-col gap-3">
      <ChannelsPanel owner={owner} />
      {installationOwner ? <MailServerForm /> : null}
      <DeliveriesPanel />
    </div>
  );
}
