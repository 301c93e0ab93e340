import { connect } from "node:net";

/** Whether somebody listens at a port of this machine. */
export const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    const end = (isOpen: boolean) => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.on("connect", () => end(true)).on("error", () => end(false));
  });
