import type { Locator } from "@playwright/test";

export type DroppedFile = { name: string; text: string };

/** Drops files on an element, as a person drags them from a folder. */
export async function dropFiles(target: Locator, files: readonly DroppedFile[]): Promise<void> {
  const dataTransfer = await target.page().evaluateHandle((given) => {
    const transfer = new DataTransfer();
    for (const { name, text } of given) transfer.items.add(new File([text], name));
    return transfer;
  }, files);
  await target.dispatchEvent("dragover", { dataTransfer });
  await target.dispatchEvent("drop", { dataTransfer });
}
