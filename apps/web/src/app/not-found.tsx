import { EmptyState, textLink } from "@p4twin/ui";
import Link from "next/link";

export default function NotFound() {
  return (
    <main className="flex min-h-dvh items-center justify-center">
      <EmptyState
        title="There is no such page"
        titleAs="h1"
        action={
          <Link href="/" className={textLink}>
            Go to the overview
          </Link>
        }
      >
        The address may be mistyped, or the page was removed.
      </EmptyState>
    </main>
  );
}
