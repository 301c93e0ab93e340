import { type Server, ServerCredentials } from "@grpc/grpc-js";

/** Lets a server listen on a free port of this machine; resolves with its address. */
export async function listen(server: Server, credentials?: ServerCredentials): Promise<string> {
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", credentials ?? ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  return `127.0.0.1:${port}`;
}
