import {
  compileCheckHeader,
  compileCheckLength,
  compileCheckPaint,
  compileGetAddress,
  compilePaint,
  compilePaintSwitch,
  compilePaintTee,
  compileSetAddress,
} from "./annotations.ts";
import { compileClassifier, compileIpClassifier, compileIpFilter } from "./classifiers.ts";
import { always, type CompiledElement, type ElementClass, exceptional, PASS } from "./definition.ts";
import { compileLookup } from "./lookups.ts";
import { compileRewriter } from "./rewriters.ts";
import {
  compileArpQuerier,
  compileDecTtl,
  compileEtherEncap,
  compileEtherRewrite,
  compileFragmenter,
  compileSetDscp,
  compileSetTos,
  compileStoreEther,
  compileStoreIp,
} from "./writers.ts";

const unit = (compile: Extract<ElementClass, { kind: "unit" }>["compile"]): ElementClass => ({
  kind: "unit",
  compile,
});
const pass = unit(() => always(PASS));
const opaque = (why: string): ElementClass =>
  unit((): CompiledElement => {
    const behaviour = { rules: [], opaque: why };
    return { ok: true, behaviour: () => behaviour };
  });
const exception = (why: string): ElementClass => unit(({ class: name }) => exceptional(`${name}: ${why}`));
const lookup = unit(compileLookup);
const rewriter = unit(compileRewriter);
const input: ElementClass = { kind: "input" };
const output: ElementClass = { kind: "output" };
const both: ElementClass = { kind: "both" };
const information: ElementClass = { kind: "information" };

/**
 * The element classes of a chain (the thesis' functions, Sec. 5.2.1, and what stands around them in Click
 * configurations). Packets are well formed: of checks only what a source address says can fail.
 */
export const ELEMENT_CLASSES: Readonly<Record<string, ElementClass>> = {
  FromDevice: input,
  PollDevice: input,
  FromDPDKDevice: input,
  FromNetmapDevice: input,
  ToDevice: output,
  ToDPDKDevice: output,
  ToNetmapDevice: output,
  FromHost: input,
  ToHost: output,
  ToHostSniffers: output,
  KernelTap: both,
  KernelTun: both,
  Strip: pass,
  Unstrip: pass,
  MarkIPHeader: pass,
  MarkEtherHeader: pass,
  MarkMACHeader: pass,
  CheckIPHeader: unit(compileCheckHeader),
  CheckIPHeader2: unit(compileCheckHeader),
  CheckTCPHeader: pass,
  CheckUDPHeader: pass,
  GetIPAddress: unit(compileGetAddress),
  SetIPAddress: unit(compileSetAddress),
  SetIPChecksum: pass,
  SetTCPChecksum: pass,
  SetUDPChecksum: pass,
  IPFragmenter: unit(compileFragmenter),
  DropBroadcasts: unit(() => ({ ...always(PASS), beyond: { dropsBroadcasts: true } })),
  Queue: pass,
  SimpleQueue: pass,
  ThreadSafeQueue: pass,
  Unqueue: pass,
  Counter: pass,
  CounterMP: pass,
  AverageCounter: pass,
  AverageCounterMP: pass,
  TimestampAccum: pass,
  SetTimestamp: pass,
  EnsureDPDKBuffer: pass,
  Pipeliner: pass,
  Print: pass,
  IPPrint: pass,
  Null: pass,
  Discard: unit(() => always([])),
  Idle: unit(() => always([])),
  // it changes answers of ICMPError alone, and those are an exception
  FixIPSrc: pass,
  ICMPError: exception("it answers with a new packet"),
  ARPResponder: exception("it answers with a new packet"),
  IPGWOptions: pass,
  CheckLength: unit(compileCheckLength),
  CheckPaint: unit(compileCheckPaint),
  PaintTee: unit(compilePaintTee),
  Align: pass,
  SetIPDSCP: unit(compileSetDscp),
  FullNoteQueue: pass,
  NotifierQueue: pass,
  FrontDropQueue: pass,
  ICMPPingResponder: exception("it answers with a new packet"),
  RED: exception("it drops by the length of a queue"),
  Shaper: exception("it limits a rate"),
  BandwidthShaper: exception("it limits a rate"),
  RatedUnqueue: exception("it limits a rate"),
  TimedUnqueue: exception("it limits a rate"),
  LinkUnqueue: exception("it limits a rate and delays"),
  DelayUnqueue: exception("it delays packets"),
  DelayShaper: exception("it delays packets"),
  RatedSplitter: exception("it splits by rate"),
  Meter: exception("it splits by rate"),
  RandomSample: exception("it chooses packets at random"),
  RoundRobinSched: exception("it chooses among queues"),
  PrioSched: exception("it chooses among queues"),
  StrideSched: exception("it chooses among queues"),
  RoundRobinSwitch: exception("it shares packets out without looking at them"),
  PullTee: exception("it copies packets"),
  EtherMirror: exception("it exchanges the addresses of the frame"),
  IPMirror: exception("it exchanges the addresses of the packet"),
  Tee: exception("it copies packets"),
  Classifier: unit(compileClassifier),
  IPClassifier: unit(compileIpClassifier),
  IPFilter: unit(compileIpFilter),
  StaticIPLookup: lookup,
  LinearIPLookup: lookup,
  RadixIPLookup: lookup,
  DirectIPLookup: lookup,
  RangeIPLookup: lookup,
  SortedIPLookup: lookup,
  LookupIPRouteMP: lookup,
  Paint: unit(compilePaint),
  PaintSwitch: unit(compilePaintSwitch),
  DecIPTTL: unit(compileDecTtl),
  IPRewriter: rewriter,
  TCPRewriter: rewriter,
  UDPRewriter: rewriter,
  RoundRobinIPMapper: information,
  IPRewriterPatterns: information,
  AddressInfo: information,
  ScheduleInfo: information,
  StaticThreadSched: information,
  DPDKInfo: information,
  Script: information,
  DriverManager: information,
  ControlSocket: information,
  EtherEncap: unit(compileEtherEncap),
  EtherRewrite: unit(compileEtherRewrite),
  // the header that Strip took away is still in front of the packet, and is taken back
  EnsureEther: pass,
  StoreEtherAddress: unit(compileStoreEther),
  StoreIPAddress: unit(compileStoreIp),
  ARPQuerier: unit(compileArpQuerier),
  SetIPTOS: unit(compileSetTos),
  RegexMatcher: opaque("it reads the payload, which is not a header field"),
  RegexMatcherMP: opaque("it reads the payload, which is not a header field"),
};

/** Classes that read the destination annotation. */
export const LOOKUP_CLASSES = Object.keys(ELEMENT_CLASSES).filter((name) => ELEMENT_CLASSES[name] === lookup);
/** Classes that ask ARP for the destination annotation. */
export const QUERIERS = ["ARPQuerier"];
/** Classes that read the paint annotation. */
export const PAINT_READERS = ["PaintSwitch", "PaintTee", "CheckPaint"];
/** Classes that set the destination annotation. */
export const DESTINATION_SETTERS = [
  "CheckIPHeader",
  "CheckIPHeader2",
  "GetIPAddress",
  "SetIPAddress",
  "IPRewriter",
  "TCPRewriter",
  "UDPRewriter",
];
