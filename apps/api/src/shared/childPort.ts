// For modules that `startChild` runs.

/** Calls `take` with each task of the parent. The process ends with its parent. */
export function onTask(take: (task: unknown) => void): void {
  process.on("message", take);
  process.once("disconnect", () => process.exit());
}

export function reply<Message>(message: Message): void {
  process.send?.(message);
}
