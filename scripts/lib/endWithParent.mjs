// Loaded into a child process before its program: it ends when its parent does, however that ended (kill -9 too).
process.on("disconnect", () => process.exit(0));
