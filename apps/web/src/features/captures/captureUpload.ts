/** Sends the bytes of a file by PUT and tells how many have gone. Rejects with the server's own words. */
export function sendFile(
  url: string,
  file: Blob,
  { signal, onSent }: { signal: AbortSignal; onSent(bytes: number): void },
): Promise<void> {
  return new Promise((resolve, reject) => {
    // fetch cannot say how much of a body has gone
    const request = new XMLHttpRequest();
    request.open("PUT", url);
    request.setRequestHeader("content-type", "application/octet-stream");
    request.upload.addEventListener("progress", (event) => onSent(event.loaded));
    request.addEventListener("load", () =>
      request.status < 300 ? resolve() : reject(new Error(problemText(request.status, request.responseText))),
    );
    request.addEventListener("error", () =>
      reject(new Error("The connection broke off. Check that the server is still running, then try again.")),
    );
    request.addEventListener("abort", () => reject(new DOMException("cancelled", "AbortError")));
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(file);
  });
}

/** What a problem document says; the status when the answer is none. */
export function problemText(status: number, body: string): string {
  try {
    const problem: unknown = JSON.parse(body);
    if (typeof problem === "object" && problem !== null && "detail" in problem) return String(problem.detail);
  } catch {
    // not JSON: a proxy answered
  }
  return `The server answered ${status}.`;
}
