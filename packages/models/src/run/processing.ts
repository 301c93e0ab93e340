import type { DeviceProfile } from "../device/index.ts";
import type { Machine } from "./machine.ts";
import type { Processing } from "./target.ts";
import { passTime } from "./timing.ts";

/**
 * The blocks take what the device's profile predicts for the counts so far: ingress that of a path that ended there,
 * egress the rest. Needs a trace, which counts.
 */
export const deviceProcessing =
  (device: DeviceProfile) =>
  ({ trace }: Machine): Processing => {
    const soFarUs = (): number => (trace ? (passTime(trace.pass, "", device, null).meanUs ?? 0) : 0);
    return {
      ingressUs: soFarUs,
      // a header that ingress modified and egress removes is predicted to cost less in all: time does not go back
      egressUs: (ingressUs) => Math.max(0, soFarUs() - ingressUs),
    };
  };
