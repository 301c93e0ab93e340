import { type ClientRequest, get } from "node:http";

/** Browsers that follow a twin, without a browser: each connects again when its stream ends. */
export function startViewers(base: string, cookie: string, deploymentIds: readonly string[], count: number) {
  let left = false;
  const viewers = Array.from({ length: count }, (_, i) => {
    const viewer = { frames: 0, request: null as ClientRequest | null };
    const input = encodeURIComponent(
      JSON.stringify({ deploymentId: deploymentIds[i % deploymentIds.length] }),
    );
    const follow = (): void => {
      if (left) return;
      const again = () => setTimeout(follow, 300);
      viewer.request = get(
        `${base}/trpc/twin.live?input=${input}`,
        { headers: { cookie, accept: "text/event-stream" }, agent: false },
        (answer) => {
          answer.setEncoding("utf8");
          answer.on("data", (text: string) => {
            viewer.frames += text.match(/^data: /gm)?.length ?? 0;
          });
          answer.once("close", again);
          answer.on("error", () => {});
        },
      );
      viewer.request.once("error", again);
    };
    follow();
    return viewer;
  });
  return {
    frames: (): number[] => viewers.map((v) => v.frames),
    /** How many have got a frame since `before`. */
    servedSince: (before: readonly number[]): number =>
      viewers.filter((v, i) => v.frames > (before[i] ?? 0)).length,
    leave(): void {
      left = true;
      for (const { request } of viewers) request?.destroy();
    },
  };
}
export type Viewers = ReturnType<typeof startViewers>;

/** A viewer that connects and then reads nothing. */
export function startSlowViewer(base: string, cookie: string, deploymentId: string): () => void {
  const input = encodeURIComponent(JSON.stringify({ deploymentId }));
  const request = get(
    `${base}/trpc/twin.live?input=${input}`,
    { headers: { cookie, accept: "text/event-stream" }, agent: false },
    (answer) => answer.pause(),
  );
  request.on("error", () => {});
  return () => request.destroy();
}
