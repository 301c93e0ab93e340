// Property tests draw the same cases in every run, so that a red run is about the change and can be repeated.
// P4TWIN_SEED=random (or a number) looks elsewhere; what it finds becomes a case of its own.
import fc from "fast-check";

const wanted = process.env.P4TWIN_SEED ?? "20261121";
if (wanted !== "random") fc.configureGlobal({ seed: Number(wanted) });
