// Made by scripts/generate-client.mjs from the OpenAPI document of the API.
export type Problem = { type: string; title: string; status: number; detail: string; errors?: { pointer: string; detail: string }[]; diagnostics?: { severity: ("error" | "warning" | "info"); code: string; message: string; span: ({ file: string; start: number; end: number; line: number; column: number; endLine: number; endColumn: number } | null) }[] };
export type AccountSetPassword = { signedOut: number };
export type CapturesListCapturesSettings = { ports: number[]; dialect: ("auto" | "standard" | "bmv2" | "fabric-tna" | "fabric-tna-bmv2" | "onos-bmv2" | "geant-bmv2" | "geant-tofino" | "geant-0.4" | "host-int" | "cablelabs" | "paolucci-bmv2" | "vqueue-bmv2" | "queue-bmv2" | "vqueue-smartnic" | "tcp-int" | "mri" | "ifa" | "ioam-linux" | "ipfix-fluvia" | "cse-534-bmv2" | "elavinal-bmv2") };
export type CapturesGet = { id: string; name: string; state: ("waiting" | "receiving" | "reading" | "ready" | "failed" | "cancelled"); settings: CapturesListCapturesSettings; bytes: number; frames: number; failure: (string | null); createdAt: string; createdBy: (string | null); summary: ({ frames: number; skipped: number; datagrams: number; decoded: number; undecodable: number; reports: number; droppedPackets: number; sequenceGaps: number; undecodableByReason: { reason: string; count: number; frames: number[] }[]; problems: { severity: ("warning" | "error"); code: string; message: string }[]; otherPorts: { port: number; count: number; reports: number }[]; formats: { format: string; int: (string | null); reports: number }[]; exporters: { address: string; datagrams: number; undecodable: number; reports: number; sequenceGaps: number }[]; exporterCount: number; flows: { src: string; dst: string; proto: number; srcPort: (number | null); dstPort: (number | null); reports: number; path: (number | null)[] }[]; flowCount: number; flowsCut: boolean; nodes: { nodeId: number; exporter?: string; hops: number; p50Us: (number | null); p95Us: (number | null); p99Us: (number | null) }[]; nodeCount: number; standOuts: { exporter: string; path: (number | null)[]; nodeId: number; fastestUs: number; slowUs: number; byQueue: boolean; share: number; deepest: (number | null) }[]; paths: CapturesGetSummaryPaths[]; units: { exporter: string; nodeIds: number[]; timestamp: ("ns" | "us"); latency: ("ns" | "us"); basis: ("dialect" | "evidence" | "assumed"); evidence: string }[]; distribution: CapturesGetSummaryDistribution[]; firstNs: (string | null); lastNs: (string | null) } | null) };
export type CapturesGetSummaryPaths = { exporter: string; hops: CapturesGetSummaryPathsHops[]; reports: number; recentShare: number; flows: CapturesGetSummaryPathsFlows[]; flowsCut: boolean; firstMs: number; lastMs: number };
export type CapturesGetSummaryPathsHops = { nodeId: (number | null); ingressPort: (number | null); egressPort: (number | null); p50Us: (number | null); p99Us: (number | null) };
export type CapturesGetSummaryPathsFlows = { src: string; dst: string; proto: number; srcPort: (number | null); dstPort: (number | null); reports: number };
export type CapturesGetSummaryDistribution = { fromUs: number; toUs: number; count: number };
export type CapturesRunsList = { id: string; captureId: string; captureName: string; deploymentId: string; deploymentName: string; mode: ("replay" | "fill" | "analyse"); speed: (number | null); state: ("running" | "done" | "failed" | "cancelled"); progress: { fraction: number; datagrams: number; windows: number }; result: ({ datagrams: number; undecodable: number; reports: number; matched: number; unmatchedByReason: Record<string, number>; unmatchedReports: CapturesRunsListResultUnmatchedReports[]; strangers: CapturesRunsListResultUnmatchedReports[]; windows: number; fromMs: (number | null); toMs: (number | null); segments: { count: number; p50Us: (number | null); p95Us: (number | null); p99Us: (number | null); maxUs: (number | null); segmentId: string; abovePl: number; aboveDl: number; dropped: number; sequenceGaps: number; distribution: CapturesGetSummaryDistribution[]; parts: { part: number; label: (string | null); count: number; p50Us: (number | null); p95Us: (number | null); p99Us: (number | null); maxUs: (number | null) }[] }[] } | null); failure: (string | null); createdAt: string; finishedAt: (string | null) };
export type CapturesRunsListResultUnmatchedReports = { exporter: string; reason: string; flow: ({ src: string; dst: string; proto: number; srcPort: (number | null); dstPort: (number | null) } | null); path: { nodeId: (number | null); ingressPort: (number | null); egressPort: (number | null) }[]; seen: number; lastMs: number };
export type ChainsListLatest = { id: string; number: number; hash: string; createdAt: string };
export type ChainsListChain = { id: string; name?: string; functions: string[]; from?: string; to?: string; branches?: { from: number; to: (number | null); share: number }[]; gbps: number; maxDelayUs: (number | null); packetBytes?: number; segments: ChainsListChainSegments[] };
export type ChainsListChainSegments = { id: string; name?: string; kind: ("uc1" | "uc2"); fromFunction: number; toFunction: number; plUs: number; dlUs: number };
export type ChainsGet = { id: string; number: number; hash: string; createdAt: string; name: string; versions: ChainsListLatest[]; chainId: string; document: { chain: ChainsListChain; functions: ChainsGetDocumentFunctions[] } };
export type ChainsGetDocumentFunctions = { type: string; title?: string; program?: (string | null); features: ChainsGetDocumentFunctionsFeatures; externs: string[]; architectures: string[]; rules: number; cyclesPerPacket?: number; cyclesPerBatch?: number; standIns?: Record<string, string>; requiredBy?: string[]; source?: (string | Record<string, string>) };
export type ChainsGetDocumentFunctionsFeatures = { parse: number; modify: number; copy: number; remove: number; add: number; table: number };
export type ChainsCreateInput = { content: ({ text: string; fileName?: string } | { document: Record<string, unknown> }) };
export type ChainsCreateDiagnostics = { severity: ("error" | "warning" | "info"); code: string; message: string; span: ({ file: string; start: number; end: number; line: number; column: number; endLine: number; endColumn: number } | null) };
export type ChainsCreate = { ok: false; diagnostics: ChainsCreateDiagnostics[] };
export type DeploymentsList = { name: string; chainVersionId: (string | null); placementId: (string | null); segments: DeploymentsListSegments[]; id: string; status: ("active" | "paused"); revision: number; chainName: (string | null); createdAt: string; updatedAt: string };
export type DeploymentsListSegments = { id: string; name: string; kind: ("uc1" | "uc2"); plUs: number; dlUs: number; alarm: (DeploymentsListSegmentsAlarm | null); flows: { src: (string | null); dst: (string | null); proto: (number | null); srcPort: (number | null); dstPort: (number | null) }[]; exporters?: (unknown[] | null); from: DeploymentsListSegmentsFrom; to: DeploymentsListSegmentsFrom; pairBy?: (("flow-and-identification" | "identification" | "sequence") | null); sampling?: (number | null); elements: ({ kind: "switch"; label: string; nodeId: number; timeUnit: ("ns" | "us"); program: (string | null); device: (string | null); path: string; branches?: ({ source: { kind: ("capture" | "counters"); name: string }; interval: ({ fromMs: number; toMs: number } | null); places: { kind: ("table" | "state" | "condition"); name: string; ways: Record<string, number> }[] } | null); engine: string; queue: ({ ratePps: number; offeredPps: number; backgroundPps?: (number | null); capacity?: (number | null); depthIn?: ("packets" | null); server?: (("port" | "device") | null); arrivals?: ({ sources: number; variation: number } | null); priority?: ({ higherPps: number; lowerPps: number; rates: ("shared" | "each") } | null) } | null); port?: (number | null); externs?: ({ name: string; us: number; errorUs: (number | null) }[] | null); flows?: (number | null); controller?: ({ newFlowShare: number; serviceUs: number; sigmaUs?: (number | null); installs?: (("register" | "exact" | "wildcard") | null) } | null) } | { kind: "vnf"; label: string; meanUs: (number | null); sigmaUs: (number | null); distribution?: ({ us: number; share: number }[] | null); source: string; server?: ({ profile: string; cores: number; driver: ("kernel" | "user" | "dpdk"); transfers: number; functions: { type: string; cyclesPerPacket: number; cyclesPerBatch?: number }[]; offeredPps: (number | null) } | null) } | { kind: "link"; label: string; delayUs: (number | null); gbps?: (number | null); packetBytes?: (number | null) })[] };
export type DeploymentsListSegmentsAlarm = { triggerUs: number; resetUs: number; raiseAfter: number; outOf: number; clearAfter: number; budgets: { percent: number; maxUs: number }[]; quietS: number; drift?: boolean };
export type DeploymentsListSegmentsFrom = { nodeId: number; port: (number | null) };
export type DeploymentsCreateInputSegments = { id: string; name: string; kind: ("uc1" | "uc2"); plUs: number; dlUs: number; alarm?: (DeploymentsCreateInputSegmentsAlarm | null); flows?: { src?: (string | null); dst?: (string | null); proto?: (number | null); srcPort?: (number | null); dstPort?: (number | null) }[]; exporters?: (string[] | null); from: DeploymentsCreateInputSegmentsFrom; to: DeploymentsCreateInputSegmentsFrom; pairBy?: (("flow-and-identification" | "identification" | "sequence") | null); sampling?: (number | null); elements?: ({ kind: "switch"; label: string; nodeId: number; timeUnit?: ("ns" | "us"); program?: (string | null); device?: (string | null); path?: string; branches?: (DeploymentsCreateInputSegmentsElementsBranches | null); engine?: string; queue?: ({ ratePps: number; offeredPps: number; backgroundPps?: (number | null); capacity?: (number | null); depthIn?: ("packets" | null); server?: (("port" | "device") | null); arrivals?: ({ sources: number; variation: number } | null); priority?: ({ higherPps: number; lowerPps?: number; rates?: ("shared" | "each") } | null) } | null); port?: (number | null); externs?: ({ name: string; us: number; errorUs?: (number | null) }[] | null); flows?: (number | null); controller?: ({ newFlowShare: number; serviceUs: number; sigmaUs?: (number | null); installs?: (("register" | "exact" | "wildcard") | null) } | null) } | { kind: "vnf"; label: string; meanUs?: (number | null); sigmaUs?: (number | null); distribution?: ({ us: number; share: number }[] | null); source?: string; server?: ({ profile: string; cores: number; driver?: ("kernel" | "user" | "dpdk"); transfers?: number; functions: { type: string; cyclesPerPacket: number; cyclesPerBatch?: number }[]; offeredPps?: (number | null) } | null) } | { kind: "link"; label: string; delayUs?: (number | null); gbps?: (number | null); packetBytes?: (number | null) })[] };
export type DeploymentsCreateInputSegmentsAlarm = { triggerUs: number; resetUs: number; raiseAfter?: number; outOf?: number; clearAfter?: number; budgets?: { percent: number; maxUs: number }[]; quietS?: number; drift?: boolean };
export type DeploymentsCreateInputSegmentsFrom = { nodeId: number; port?: (number | null) };
export type DeploymentsCreateInputSegmentsElementsBranches = { source: { kind: ("capture" | "counters"); name: string }; interval?: ({ fromMs: number; toMs: number } | null); places: { kind: ("table" | "state" | "condition"); name: string; ways: Record<string, number> }[] };
export type DeploymentsThresholdHistoryBefore = { plUs: number; dlUs: number; alarm: (DeploymentsListSegmentsAlarm | null) };
export type DevicesList = { id: string; origin: ("library" | "own"); versionId: (string | null); number: number; document: { schemaVersion: 1; id: string; version: number; title: string; summary: string; kind: ("cpu" | "npu" | "fpga" | "asic"); vendor: (string | null); architectures: string[]; linear: ({ baseUs: DevicesListDocumentLinearBaseUs; slopesUs: { parse: DevicesListDocumentLinearSlopesUsParse; modify: DevicesListDocumentLinearSlopesUsParse; copy: DevicesListDocumentLinearSlopesUsParse; remove: DevicesListDocumentLinearSlopesUsParse; add: DevicesListDocumentLinearSlopesUsParse; table: DevicesListDocumentLinearSlopesUsParse } } | null); p8: ({ target: { parsed: number; us: DevicesListDocumentLinearBaseUs; provenance: ("printed" | "derived" | "text") }[]; missing: (({ rule: "neighbours"; maxParsed: number; source: DevicesListDocumentLinearBaseUsSource } | { rule: "line"; firstUs: DevicesListDocumentLinearBaseUs; perHeaderUs: DevicesListDocumentLinearSlopesUsParse; maxParsed: number; source: DevicesListDocumentLinearBaseUsSource } | { rule: "constant"; us: DevicesListDocumentLinearBaseUs; maxParsed: number; source: DevicesListDocumentLinearBaseUsSource }) | null); slopesUs: { modify: DevicesListDocumentLinearSlopesUsParse; copy: DevicesListDocumentLinearSlopesUsParse; remove: DevicesListDocumentLinearSlopesUsParse; add: DevicesListDocumentLinearSlopesUsParse; table: DevicesListDocumentLinearSlopesUsParse } } | null); corrections: { construct: ("parse" | "modify" | "copy" | "remove" | "add" | "table"); kind: ("slope" | "once"); overCount: DevicesListDocumentCorrectionsOverCount; overBytes: (DevicesListDocumentCorrectionsOverCount | null); us: DevicesListDocumentLinearSlopesUsParse; reason: string }[]; biases: { construct: ("parse" | "modify" | "copy" | "remove" | "add" | "table"); fromCount: number; overestimateUs: DevicesListDocumentLinearBaseUs }[]; fitRmseUs: (DevicesListDocumentFitRmseUs | null); spreadUs: (DevicesListDocumentFitRmseUs | null); runSpreadUs: (DevicesListDocumentFitRmseUs | null); tail: ({ p50: DevicesListDocumentLinearBaseUs; p95: DevicesListDocumentLinearBaseUs; p99: DevicesListDocumentLinearBaseUs } | null); packetSize: ({ referenceBytes: DevicesListDocumentLinearBaseUs; effect: string; source: DevicesListDocumentLinearBaseUsSource; offsets: { packetBytes: number; offsetUs: DevicesListDocumentLinearSlopesUsParse }[] } | null); regimes: { construct: ("parse" | "modify" | "copy" | "remove" | "add" | "table"); overCount: number; packetBytesAtMost: number; text: string; lossless?: { count: number; packetBytes: number; gbps: DevicesListDocumentLinearBaseUs }; source: DevicesListDocumentLinearBaseUsSource }[]; externs: { name: string; latencyUs: DevicesListDocumentFitRmseUs; errorUs?: DevicesListDocumentFitRmseUs; throughputGbps: (DevicesListDocumentLinearBaseUs | null) }[]; capabilities: { name: ("queue-metadata" | "priorities" | "meters" | "ingress-meters"); support: ("yes" | "weak" | "no"); source: DevicesListDocumentLinearBaseUsSource }[]; capacity: { gbpsPerLink: (DevicesListDocumentLinearBaseUs | null); maxConstructs: (DevicesListDocumentCorrectionsOverCount | null); powerWatts: (DevicesListDocumentLinearBaseUs | null); costUsd: (DevicesListDocumentFitRmseUs | null) }; limits: { addedBytes: (DevicesListDocumentCorrectionsOverCount | null); rules: { match: ("exact" | "lpm" | "ternary"); theoreticalMax: DevicesListDocumentCorrectionsOverCount; operableMax: DevicesListDocumentCorrectionsOverCount }[] }; throughput: ({ overheadBytes: { value: number; source: DevicesListDocumentLinearBaseUsSource }; points: { frameBytes: number; gbps: DevicesListDocumentLinearBaseUs; lossPercent: DevicesListDocumentFitRmseUs }[]; ceiling: ({ mpps: DevicesListDocumentLinearBaseUs; upToBytes: (number | null) } | null) } | null); flowScaling: { rules: ("one" | "max"); flows: ("one" | "thousand" | "max"); medianUs: (DevicesListDocumentLinearBaseUs | null); addedUs: (DevicesListDocumentLinearSlopesUsParse | null) }[]; constructPoints: { construct: ("parse" | "modify" | "copy" | "remove" | "add" | "table"); count: number; medianUs: (DevicesListDocumentLinearBaseUs | null); addedUs: (DevicesListDocumentLinearSlopesUsParse | null) }[]; controlAgent: ({ responses: { update: ("register" | "exact" | "wildcard"); leastMs: DevicesListDocumentLinearBaseUs; mostMs: DevicesListDocumentLinearBaseUs }[]; updatesPerS: { least: DevicesListDocumentLinearBaseUs; most: DevicesListDocumentLinearBaseUs } } | null); cores?: { server: string; cores: number; driver: ("kernel" | "user" | "dpdk"); transfers: number; nic: (string | null); inFront: (string | null) }; ratings: ({ source: DevicesListDocumentLinearBaseUsSource; values: Record<string, (number | null)> } | null) }; versions: ChainsListLatest[] };
export type DevicesListDocumentLinearBaseUs = { value: number; source: DevicesListDocumentLinearBaseUsSource };
export type DevicesListDocumentLinearBaseUsSource = { work: string; place: string; kind: ("measured" | "fitted" | "assumed" | "derived" | "ourChoice"); note?: string };
export type DevicesListDocumentLinearSlopesUsParse = { value: number; source: DevicesListDocumentLinearBaseUsSource };
export type DevicesListDocumentCorrectionsOverCount = { value: number; source: DevicesListDocumentLinearBaseUsSource };
export type DevicesListDocumentFitRmseUs = { value: number; source: DevicesListDocumentLinearBaseUsSource };
export type DiscoveryPathsBoundBy = { deploymentId: string; name: string };
export type EnginesGet = { id: string; number: number; hash: string; createdAt: string; name: string; versions: ChainsListLatest[]; engineId: string; content: ({ kind: "python"; source: string } | { kind: "http"; url: string; estimates: boolean; places: boolean }); estimates: boolean; places: boolean };
export type EnginesCreateInputContent = { kind: "python"; source: string };
export type EnginesCreateInputContent2 = { kind: "http"; url: string; estimates?: boolean; places?: boolean };
export type EnginesCreate = { ok: true; version: EnginesGet };
export type EnginesCreate2 = { ok: false; failure: { kind: ("exception" | "missing" | "answer" | "time" | "memory" | "crash" | "exit" | "unreachable" | "refused"); message: string; traceback: (string | null); line: (number | null); column: (number | null); endColumn: (number | null) }; printed: string };
export type EnginesTryReport = { program: string; device: string; deviceVersion: number; packetBytes: number; engine: string; estimates: EnginesTryReportEstimates[]; minUs: (number | null); maxUs: (number | null); areBounds?: true; notes: string[]; notCounted?: string[]; extremes?: { fastest: EnginesTryReportEstimates[]; slowest: EnginesTryReportEstimates[] }; expected?: { meanUs: (number | null); meanLowUs: (number | null); meanHighUs: (number | null); lowUs: (number | null); highUs: (number | null); spreadUs: (number | null); outcomes: { outcome: ("forward" | "drop" | "recirculate" | "clone"); probability: number; meanUs: number }[]; notes: string[] } };
export type EnginesTryReportEstimates = { pathId: string; meanUs: (number | null); meanLowUs: (number | null); meanHighUs: (number | null); lowUs: (number | null); highUs: (number | null); terms: { construct: ("base" | "parse" | "modify" | "copy" | "remove" | "add" | "table" | "extern"); count: number; unitUs: number; totalUs: number; name?: string; note?: string }[]; notes: string[]; notCounted?: string[] };
export type EnginesTryPlacement = { status: ("optimal" | "feasible" | "infeasible"); engine: string; powerWatts: number; objective?: number; bound: (number | null); gap: (number | null); timeMs: number; embedded: number; rejected: string[]; chains: { id: string; hosts: string[]; route: string[][]; entry?: string[]; exit?: string[]; delayUs: number; meanLowUs?: (number | null); meanHighUs?: (number | null); lowUs?: (number | null); highUs?: (number | null); terms: EnginesTryPlacementChainsTerms[]; ways?: { functions: number[]; share: number; route: string[][]; entry?: string[]; exit?: string[]; delayUs: number; meanLowUs?: (number | null); meanHighUs?: (number | null); lowUs?: (number | null); highUs?: (number | null); terms: EnginesTryPlacementChainsTerms[] }[] }[]; conflicts: EnginesTryPlacementConflicts[]; extraTrials?: number; load?: { model: ("simple" | "refined"); service: ("rate" | "latency"); newFlowShare: number; stations: { pps: number; utilisation: number; waitUs: (number | null); device: string }[]; controller: ({ pps: number; utilisation: number; waitUs: (number | null) } | null); notes: string[] } };
export type EnginesTryPlacementChainsTerms = { device: string; what: string; us: number; kind?: ("base" | "function" | "forward" | "switch" | "link" | "wait" | "controller") };
export type EnginesTryPlacementConflicts = { constraint: string; ids: string[]; message: string };
export type EnginesHosts = { hosts: string[] };
export type EventsList = { id: string; severity: ("warning" | "critical"); message: string; openedAt: string; closedAt: (string | null); acknowledgedAt: (string | null); acknowledgedBy: (string | null); muted: (EventsListMuted | null); suppressed: number; kind: "latency"; deploymentId: string; deploymentName: string; segmentId: string; segmentName: string; cause: ("path" | "queueing" | "processing" | "vnf" | "link" | "loss" | "drift" | "unknown"); hop: (string | null); evidence: { p99Us: (number | null); triggerUs: number; resetUs: number; plUs: number; dlUs: number; count: number; abovePl: number; aboveDl: number; dropped: number; sequenceGaps: number; budgets: { percent: number; maxUs: number; observedUs: (number | null) }[]; elements: { label: string; kind: ("switch" | "vnf" | "link"); meanUs: (number | null); usualUs: (number | null); share: (number | null); usualShare: (number | null); queueDepth: (number | null); usualQueueDepth: (number | null) }[]; missing: string[]; added: string[]; blame: ({ label: string; kind: ("switch" | "vnf" | "link"); excessUs: number; meanUs: number; usualUs: (number | null); shareOfExcess: number } | null) }; lastDataAt: (string | null) };
export type EventsListMuted = { id: string; reason: string; until: string; createdBy: (string | null) };
export type EventsList2 = { id: string; severity: ("warning" | "critical"); message: string; openedAt: string; closedAt: (string | null); acknowledgedAt: (string | null); acknowledgedBy: (string | null); muted: (EventsListMuted | null); suppressed: number; kind: "intent"; switchId: string; switchName: string; evidence: { text: string; intendedSnapshotId: string; items: EventsList2EvidenceItems[]; total: number; ending: (string | null) } };
export type EventsList2EvidenceItems = { severity: ("warning" | "critical"); what: ("pipeline" | "program" | "missing" | "unknown" | "changed" | "unread"); text: string };
export type EventsAuditBefore = { severity: ("warning" | "critical"); cause: ("path" | "queueing" | "processing" | "vnf" | "link" | "loss" | "drift" | "unknown"); hop: (string | null) };
export type EventsAuditBefore2 = { severity: ("warning" | "critical"); text: string };
export type EventsAuditBefore3 = { reason: string; until: string };
export type EventsAuditBefore4 = { channel: string; what: string; attempts: number; answer: string };
export type EventsMutesList = { id: string; deploymentId: (string | null); deploymentName: (string | null); segmentId: (string | null); segmentName: (string | null); switchId: (string | null); switchName: (string | null); reason: string; from: string; until: string; createdBy: (string | null); createdAt: string; endedAt: (string | null) };
export type ExploreGroupsInputRange = { from: string; to: string };
export type ExploreGroupsInputFilters = { by: ("exporter" | "node" | "port" | "queue" | "flow" | "dscp" | "path" | "segment"); is: string };
export type ExploreReportsInputRange = { from: string; to: string };
export type NotificationsChannelsList = { name: string; target: ({ kind: "webhook"; url: string } | { kind: "slack"; url: string } | { kind: "teams"; url: string } | { kind: "pagerduty"; routingKey: string; region: ("us" | "eu") } | { kind: "email"; to: string[] }); filter: { minSeverity: ("warning" | "critical"); on: ("opened" | "changed" | "closed")[]; scopes: { deploymentId: string; segmentId: (string | null) }[]; incidents: boolean; switches: boolean }; enabled: boolean; id: string; hasSecret: boolean; createdAt: string };
export type NotificationsChannelsCreateInputTarget = { kind: "pagerduty"; routingKey: string; region?: ("us" | "eu") };
export type NotificationsChannelsCreateInputTarget2 = { kind: "email"; to: string[] };
export type NotificationsChannelsCreateInputFilterScopes = { deploymentId: string; segmentId?: (string | null) };
export type NotificationsChannelsCreate = { channel: NotificationsChannelsList; secret: (string | null) };
export type NotificationsMailServer = { host: string; port: number; security: ("starttls" | "tls" | "none"); user: string; from: string; hasPassword: boolean };
export type PlacementsGet = { id: string; scenarioVersionId: (string | null); scenarioName: (string | null); engine: string; timeLimitS: number; status: ("queued" | "running" | "done" | "failed" | "cancelled"); answer: (("optimal" | "feasible" | "infeasible") | null); gaveUp: boolean; createdAt: string; finishedAt: (string | null); problem: PlacementsGetProblem; result: (EnginesTryPlacement | null); failure: (string | null); progress: ({ incumbent: (number | null); bound: (number | null); fraction: (number | null) } | null) };
export type PlacementsGetProblem = { version?: 1; name?: string; devices: { id: string; profile: string }[]; switches: { id: string; delayUs: number }[]; hosts?: { id: string }[]; deviceTypes: { profile: string; available?: number }[]; links: PlacementsGetProblemLinks[]; functions: ChainsGetDocumentFunctions[]; required?: string[]; workload: { function: string; gbps: number; count: number }[]; chains: ChainsListChain[]; options: PlacementsGetProblemOptions };
export type PlacementsGetProblemLinks = { a: string; b: string; gbps: number; delayUs?: number; delaySource?: "distance"; aPort?: (number | string); bPort?: (number | string) };
export type PlacementsGetProblemOptions = { sharing: boolean; objective: PlacementsGetProblemOptionsObjective; maxCost?: number; linkDirection: ("full-duplex" | "half-duplex"); latency?: ("base" | "loaded"); load?: PlacementsGetProblemOptionsLoad };
export type PlacementsGetProblemOptionsObjective = { power?: number; delay?: number; cost?: number; normalise?: { power?: number; delay?: number; cost?: number } };
export type PlacementsGetProblemOptionsLoad = { model: ("simple" | "refined"); service: ("rate" | "latency"); newFlowShare: number; controller?: PlacementsGetProblemOptionsLoadController };
export type PlacementsGetProblemOptionsLoadController = { serviceUs: number; sigmaUs?: number };
export type PlacementsKeepInputPlacementChainsTerms = { device: string; what: string; us: number; kind?: ("base" | "function" | "forward" | "switch" | "link" | "wait" | "controller") };
export type PlansGet = { id: string; engine: string; timeLimitS: number; status: ("queued" | "running" | "done" | "failed" | "cancelled"); answer: (("optimal" | "feasible" | "infeasible") | null); createdAt: string; finishedAt: (string | null); problem: PlacementsGetProblem; result: ({ status: ("optimal" | "feasible" | "infeasible"); engine: string; objective: (number | null); bound: (number | null); gap: (number | null); delayUs: (number | null); meanLowUs?: (number | null); meanHighUs?: (number | null); lowUs?: (number | null); highUs?: (number | null); costUsd: (number | null); powerWatts: (number | null); normalise: { power: number; delay: number; cost: number }; timeMs: number; types: { profile: string; count: number }[]; devices: { id: string; profile: string; functions: { function: string; gbps: number; count: number }[] }[]; conflicts: EnginesTryPlacementConflicts[] } | null); failure: (string | null) };
export type ProgramsGet = { id: string; number: number; hash: string; createdAt: string; name: string; versions: ChainsListLatest[]; programId: string; source: string; includes: Record<string, string> };
export type ProgramsFeaturesPathsSource = { line: number; construct: ("parse" | "modify" | "copy" | "remove" | "add" | "table"); header?: string; table?: string; column: number; endLine: number; file?: string };
export type ProgramsCompareComparisonPathsDelta = { parse: number; modify: number; copy: number; remove: number; add: number; table: number };
export type RefitsProposeInputLive = { range: ExploreReportsInputRange; deploymentIds?: string[] };
export type RefitsProposeInputUpload = { text: string; fileName?: string };
export type RefitsProposeInputTrust = { baseShare?: number; slopeShare?: number; slopeLeastUs?: number };
export type RefitsProposeSamplesBeforeIntervals = { meanLowUs: (number | null); meanHighUs: (number | null); lowUs: (number | null); highUs: (number | null) };
export type ReportsListLinks = { id: string; state: ("valid" | "expired" | "revoked"); expiresAt: string; revokedAt: (string | null); lastUsedAt: (string | null); createdAt: string };
export type ReportsGet = { id: string; kind: ("twin" | "placement"); title: string; hash: string; createdAt: string; createdBy: (string | null); links: ReportsListLinks[]; snapshot: ReportsGetSnapshot };
export type ReportsGetSnapshot = { version: 1; frozenAt: string; product: string; comment: (string | null); refs: ({ kind: "placement"; placementId: string } | { kind: "twin"; deploymentId: string; from: string; to: string }); data: Record<string, unknown> };
export type ReviewsGet = { id: string; name: string; failed: boolean; findings: number; state: ("open" | "approved" | "rejected"); createdBy: (string | null); createdAt: string; question: { before: (ReviewsGetQuestionBefore | ReviewsGetQuestionBefore2 | ReviewsGetQuestionBefore3 | ReviewsGetQuestionBefore4); after: (ReviewsGetQuestionBefore | ReviewsGetQuestionBefore2 | ReviewsGetQuestionBefore3 | ReviewsGetQuestionBefore4); devices: string[]; devicesBefore: Record<string, number>; rules: { maxUs: Record<string, number>; maxSlowdownPercent?: number; maxTables?: number; addedPaths: ("allow" | "forbid"); removedPaths: ("allow" | "forbid"); changedPaths: ("allow" | "forbid"); entries: ("allow" | "forbid"); packets: ("allow" | "forbid"); maxChainUs: Record<string, number>; chains: ("allow" | "forbid"); moves: ("allow" | "forbid"); topology: ("allow" | "forbid") }; packets: number; captureId: (string | null); recentHours: (number | null) }; result: { program: string; failed: boolean; findings: { id: string; rule: string; level: ("error" | "warning"); message: string; place: ({ file: string; line: number; column: number } | null) }[]; counts: ({ same: number; changed: number; added: number; removed: number } | null); added: string[]; removed: string[]; devices: { device: string; beforeUs: (number | null); afterUs: (number | null); beforeIntervals: (RefitsProposeSamplesBeforeIntervals | null); afterIntervals: (RefitsProposeSamplesBeforeIntervals | null); isLeast: boolean }[]; packets: ({ packets: number; recorded: number; ofPaths: number; differing: number; entries: ({ changed: number; met: number; differing: number } | null); differences: { packets: number; witness: { port: number; hex: string; text: (string | null); stf: (string | null) }; before: ReviewsGetResultPacketsDifferencesBefore; after: ReviewsGetResultPacketsDifferencesBefore }[] } | null); entries: (ReviewsGetResultEntries | null); chains: { chain: string; beforeUs: (number | null); afterUs: (number | null); beforeIntervals: (RefitsProposeSamplesBeforeIntervals | null); afterIntervals: (RefitsProposeSamplesBeforeIntervals | null); budgetUs: (number | null); before: string[]; after: string[] }[]; notCompared: string[] }; approvals: { id: string; by: (string | null); role: ("viewer" | "operator" | "owner"); verdict: ("approved" | "rejected"); comment: string; at: string }[] };
export type ReviewsGetQuestionBefore = { kind: "snapshot"; snapshotId: string };
export type ReviewsGetQuestionBefore2 = { kind: "program"; programVersionId: string; entries: (string | null) };
export type ReviewsGetQuestionBefore3 = { kind: "topology"; topologyVersionId: string };
export type ReviewsGetQuestionBefore4 = { kind: "scenario"; scenarioVersionId: string; placementId: (string | null) };
export type ReviewsGetResultPacketsDifferencesBefore = { sent: { port: number; hex: string }[]; decided: ({ table: string; entry: (string | null); action: string } | null) };
export type ReviewsGetResultEntries = { added: number; removed: number; changed: number; places: { added: number; removed: number; changed: number; place: string }[]; changes: { change: ("added" | "removed" | "changed"); place: string; key: string; before: (string | null); after: (string | null) }[]; shown: number; pipelineChanged: boolean; surroundings: ({ kind: ("program" | "profile" | "topology" | "threshold" | "binding" | "budget" | "placement"); place: string; before: (string | null); after: (string | null) }[] | null); surroundingsTotal: number };
export type ReviewsCreateInputBefore = { kind: "snapshot"; snapshotId: string };
export type ReviewsCreateInputBefore2 = { kind: "program"; programVersionId: string; entries?: (string | null) };
export type ReviewsCreateInputBefore3 = { kind: "topology"; topologyVersionId: string };
export type ReviewsCreateInputBefore4 = { kind: "scenario"; scenarioVersionId: string; placementId?: (string | null) };
export type ScenariosGet = { topologyVersionId: string; chainVersionIds: string[]; engine: string; parameters: { options: PlacementsGetProblemOptions; required: string[]; timeLimitS: number; ends?: Record<string, { from: (string | null); to: (string | null) }>; changes: (ScenariosGetParametersChanges | ScenariosGetParametersChanges2 | ScenariosGetParametersChanges3 | ScenariosGetParametersChanges4 | ScenariosGetParametersChanges5 | ScenariosGetParametersChanges6 | ScenariosGetParametersChanges7 | ScenariosGetParametersChanges8 | ScenariosGetParametersChanges9 | ScenariosGetParametersChanges10 | ScenariosGetParametersChanges11 | ScenariosGetParametersChanges12 | { kind: "add-chain"; chain: ChainsListChain } | ScenariosGetParametersChanges13 | ScenariosGetParametersChanges14 | { kind: "latency"; latency: ("base" | "loaded"); load: (PlacementsGetProblemOptionsLoad | null) } | ScenariosGetParametersChanges15)[] }; id: string; scenarioId: string; name: string; number: number; createdAt: string; versions: { id: string; number: number; createdAt: string }[] };
export type ScenariosGetParametersChanges = { kind: "move"; chain: string; position: number; to: string };
export type ScenariosGetParametersChanges2 = { kind: "place"; chain: string; hosts: string[]; route?: string[][] };
export type ScenariosGetParametersChanges3 = { kind: "reroute"; chain: string };
export type ScenariosGetParametersChanges4 = { kind: "profile"; device: string; profile: string };
export type ScenariosGetParametersChanges5 = { kind: "fail"; node: string };
export type ScenariosGetParametersChanges6 = { kind: "restore"; node: string };
export type ScenariosGetParametersChanges7 = { kind: "fail-link"; a: string; b: string };
export type ScenariosGetParametersChanges8 = { kind: "restore-link"; a: string; b: string };
export type ScenariosGetParametersChanges9 = { kind: "load"; chain: string; gbps: number };
export type ScenariosGetParametersChanges10 = { kind: "packet"; chain: string; packetBytes: number };
export type ScenariosGetParametersChanges11 = { kind: "budget"; chain: string; maxDelayUs: (number | null) };
export type ScenariosGetParametersChanges12 = { kind: "thresholds"; chain: string; segment: string; plUs: number; dlUs: number };
export type ScenariosGetParametersChanges13 = { kind: "remove-chain"; chain: string };
export type ScenariosGetParametersChanges14 = { kind: "add-device"; id: string; profile: string; links: { to: string; gbps: number }[] };
export type ScenariosGetParametersChanges15 = { kind: "link"; a: string; b: string; gbps: number };
export type ScenariosCreateInputParameters = { options?: { sharing?: boolean; objective?: PlacementsGetProblemOptionsObjective; maxCost?: number; linkDirection?: ("full-duplex" | "half-duplex"); latency?: ("base" | "loaded"); load?: ScenariosCreateInputParametersOptionsLoad }; required?: string[]; timeLimitS?: number; ends?: Record<string, { from: (string | null); to: (string | null) }>; changes?: (ScenariosGetParametersChanges | ScenariosGetParametersChanges2 | ScenariosGetParametersChanges3 | ScenariosGetParametersChanges4 | ScenariosGetParametersChanges5 | ScenariosGetParametersChanges6 | ScenariosGetParametersChanges7 | ScenariosGetParametersChanges8 | ScenariosGetParametersChanges9 | ScenariosGetParametersChanges10 | ScenariosGetParametersChanges11 | ScenariosGetParametersChanges12 | { kind: "add-chain"; chain: { id: string; name?: string; functions: string[]; from?: string; to?: string; branches?: { from: number; to: (number | null); share?: number }[]; gbps: number; maxDelayUs?: (number | null); packetBytes?: number; segments?: ChainsListChainSegments[] } } | ScenariosGetParametersChanges13 | ScenariosGetParametersChanges14 | { kind: "latency"; latency: ("base" | "loaded"); load: (ScenariosCreateInputParametersOptionsLoad | null) } | ScenariosGetParametersChanges15)[] };
export type ScenariosCreateInputParametersOptionsLoad = { model?: ("simple" | "refined"); service?: ("rate" | "latency"); newFlowShare?: number; controller?: PlacementsGetProblemOptionsLoadController };
export type ServersSynthesiseReportClassesBefore = { operations: number; cycles: number; searchCycles: number; uncounted: string[] };
export type ServersSynthesiseReportClassifiersRules = { class: number; filter: Record<string, string> };
export type SwitchesList = { id: string; name: string; address: string; deviceId: string; secure: boolean; serverName: (string | null); mutual: boolean; gnmiAddress: (string | null); pollS: number; programVersionId: (string | null); device: (string | null); state: ("new" | "reading" | "live" | "partial" | "empty" | "unreachable" | "refused"); stateSince: string; message: (string | null); triedAt: (string | null); readAt: (string | null); reading: ({ apiVersion: (string | null); cookie: (string | null); config: ("bmv2" | "p4" | "opaque" | "none"); tables: { name: string; entries: number; size: (number | null); counted: boolean }[]; entities: number; readMs: number; unread: { what: string; why: string }[]; notes: string[]; intNodeIds: number[] } | null); snapshotId: (string | null); intent: ({ snapshotId: string; setAt: string; setBy: (string | null); rule: ("warning" | "critical" | "off"); drift: ({ id: string; severity: ("warning" | "critical"); text: string; openedAt: string } | null) } | null); createdAt: string };
export type SwitchesSettingsList = { writing: ({ thrift: (string | null); electionId: (string | null); allowedAt: string; allowedBy: (string | null) } | null); registers: { name: string; size: number; bits: number }[]; parameters: { setting: (SwitchesSettingsListParametersSetting | SwitchesSettingsListParametersSetting2); entry: string; action: string; parameter: string; bits: number; value: string }[]; total: number };
export type SwitchesSettingsListParametersSetting = { kind: "register"; register: string; index: number };
export type SwitchesSettingsListParametersSetting2 = { kind: "parameter"; table: string; key: string; parameter: string };
export type SwitchesSettingsWrite = { id: string; at: string; by: (string | null); state: ("writing" | "written" | "partly" | "refused"); items: { setting: (SwitchesSettingsListParametersSetting | SwitchesSettingsListParametersSetting2); text: string; before: string; value: string; after: (string | null); why: (string | null) }[]; message: (string | null); undoOf: (string | null) };
export type SwitchesPredictionPlaces = { kind: ("table" | "state" | "condition"); name: string; packets: number; ways: { way: string; packets: number; probability: number; low: number; high: number }[] };
export type SystemStateDatabaseLastLoss = { at: string; cause: string };
export type SystemSettings = { retentionDays: number; retention10sDays: number; retention1minDays: number; retention1hDays: number; auditRetentionDays: (number | null); incidentQuietS: number; twoFactorFrom: (("viewer" | "operator" | "owner") | null) };
export type TelemetryExportersList = { address: string; label: (string | null); accepted: boolean; profile: { timestampUnit?: ("ns" | "us"); latencyUnit?: ("ns" | "us"); clockBits?: (48 | 64); intLayout?: ("auto" | "0.4" | "0.5" | "1.0"); itemWidths?: ("auto" | "standard" | "wide"); reportFlags?: ("auto" | "standard" | "early"); intFlags?: ("auto" | "standard" | "late"); sequenceShift?: number; tcpPlacement?: ("auto" | "after-options" | "after-fixed-header"); intDscp?: number[]; intPorts?: number[]; greProtocol?: number; domains?: { id: number; items: { bit: number; name: string; words: number; sourceOnly: boolean }[] }[]; intV2Layout?: ("specified" | "length-hops" | "domain-reversed"); payload?: ("report" | "int" | "ethernet" | "ip"); ipIdentification?: ("none" | "vqueue-bmv2" | "queue-bmv2" | "vqueue-smartnic"); nodeId?: (number | null); tcpInt?: ("off" | "on" | "echoLinkFirst"); mri?: boolean; ifaProtocols?: number[]; ioamTime?: ("unknown" | "posix" | "ptp" | "ntp"); clocksSynchronised?: boolean; delayElements?: ("registered" | "fluvia"); dialect: ("auto" | "standard" | "bmv2" | "fabric-tna" | "fabric-tna-bmv2" | "onos-bmv2" | "geant-bmv2" | "geant-tofino" | "geant-0.4" | "host-int" | "cablelabs" | "paolucci-bmv2" | "vqueue-bmv2" | "queue-bmv2" | "vqueue-smartnic" | "tcp-int" | "mri" | "ifa" | "ioam-linux" | "ipfix-fluvia" | "cse-534-bmv2" | "elavinal-bmv2") }; maxDatagramsPerSecond: (number | null); sampleOneIn: number; updatedAt: string };
export type TelemetryAcceptance = { acceptOnlyListed: boolean };
export type TopologiesGet = { id: string; number: number; hash: string; createdAt: string; name: string; versions: ChainsListLatest[]; topologyId: string; document: { version: 1; name: string; nodes: { id: string; kind: ("device" | "switch" | "host"); profile?: string; delayUs?: number; telemetry?: { nodeId: number; timeUnit: ("ns" | "us") }; position?: { x: number; y: number } }[]; links: PlacementsGetProblemLinks[] } };
export type TopologiesCreateInputContent = { text: string; fileName?: string; deviceProfile?: string; linkGbps?: number };
export type TopologiesCreate = { ok: true; version: TopologiesGet; diagnostics: ChainsCreateDiagnostics[] };
export type TwinGetSegmentsPrediction = { meanUs: (number | null); lowUs: (number | null); highUs: (number | null); packet: ({ lowUs: number; highUs: number; spreadUs: number; p50Us: number; p95Us: number; p99Us: number } | null); errors: ({ source: string; belowUs: number; aboveUs: number }[] | null); terms: { label: string; us: number; kind: ("program" | "flows" | "queue" | "controller" | "vnf" | "link"); lowUs: (number | null); highUs: (number | null) }[]; notes: string[]; lossShare?: number; queueDepth?: number };
export type TwinGetSegmentsDrift = { phase: ("warming" | "watching" | "drifted"); sinceMs: (number | null); shift: (number | null) };
export type TwinStateRuling = { verdict: ("holds" | "drifts" | "violated" | "noData"); title: ("model holds" | "model drifts" | "network problem" | "no data"); cause: (("loss" | "path" | "overload" | "queueing" | "processing" | "vnf" | "link" | "late" | "shift" | "offset") | null); explained: (boolean | null); sinceMs: (number | null); element: (string | null); elementIndex: (number | null); headline: string; line: string };
export type TwinStateParts = { part: number; count: number; meanUs: (number | null); minUs: (number | null); maxUs: (number | null); p50Us: (number | null); p95Us: (number | null); p99Us: (number | null); shareAbovePl: (number | null); shareAboveDl: (number | null); dropped: number; sequenceGaps: number; queueDepth: (number | null); queueMax: (number | null); utilisation: (number | null); congested: number; sampleOneIn: (number | null) };
export type TwinResidualsSegmentsResiduals = { startMs: number[]; count: number[]; meanUs: (number | null)[]; p50Us: (number | null)[]; p95Us: (number | null)[]; p99Us: (number | null)[]; predictedUs: (number | null)[]; lowUs: (number | null)[]; highUs: (number | null)[]; predictedP50Us: (number | null)[]; predictedP95Us: (number | null)[]; predictedP99Us: (number | null)[]; residualUs: (number | null)[]; residualShare: (number | null)[] };
export type TwinResidualsSegmentsHeld = { startMs: number[]; count: number[]; meanUs: (number | null)[]; p50Us: (number | null)[]; p95Us: (number | null)[]; p99Us: (number | null)[]; predictedUs: (number | null)[]; lowUs: (number | null)[]; highUs: (number | null)[]; predictedP50Us: (number | null)[]; predictedP95Us: (number | null)[]; predictedP99Us: (number | null)[]; residualUs: (number | null)[]; residualShare: (number | null)[] };
export type TwinResidualsSegmentsCoverage = { inside: number; total: number; share: (number | null); low: (number | null); high: (number | null) };
export type TwinResidualsSegmentsCalibration = { level: number; halfShare: (number | null); windows: number; coverage: TwinResidualsSegmentsCoverage };
export type TwinResidualsSegmentsPacketsAbove = { p50: number; p95: number; p99: number; packets: number };
export type TwinResidualsSegmentsBias = { meanShare: number; medianShare: number; rmsShare: number };
export type TwinReplayAsBound = { residuals: TwinResidualsSegmentsResiduals; held: TwinResidualsSegmentsHeld; coverage: TwinResidualsSegmentsCoverage; calibration: TwinResidualsSegmentsCalibration; packetsAbove: (TwinResidualsSegmentsPacketsAbove | null); bias: (TwinResidualsSegmentsBias | null); packets: number; dropped: number; plUs: number; dlUs: number; shareAbovePl: (number | null); shareAboveDl: (number | null); alarms: { raisedMs: number; clearedMs: (number | null); worstP99Us: (number | null) }[]; drifts: { calledMs: number; sinceMs: (number | null); clearedMs: (number | null); shift: number }[]; ruling: TwinStateRuling; notes: string[] };
export type TwinSettings = { warmWindows: number; learnWindows: number; allowance: number; threshold: number; clip: number; minShare: number; leastWindows: number; memoryWindows: number; clearWindows: number };
export type UsersList = { id: string; name: string; email: string; role: ("viewer" | "operator" | "owner"); createdAt: string; lastSeenAt: (string | null); disabledAt: (string | null); twoFactor: boolean; roleFrom: (string | null) };
export type UsersTokensList = { id: string; name: string; start: string; role: (("viewer" | "operator" | "owner") | null); nouns: (string[] | null); createdAt: string; expiresAt: (string | null); lastUsedAt: (string | null) };
export type VoidsList = { id: string; deploymentId: string; segmentId: (string | null); from: string; to: string; note: string; windows: number; createdBy: (string | null); createdAt: string };
export type WorkspacesList = { id: string; name: string; isFirst: boolean; members: number; deployments: number; createdAt: string; archivedAt: (string | null) };
export type WorkspacesMembersList = { userId: string; name: string; email: string; role: ("viewer" | "operator" | "owner"); installationOwner: boolean; since: string };

/** Operations of /api/v1 by method and path. */
export type Operations = {
  /** How people can sign in here */
  "GET /account/sign-in-ways": { input: Record<never, never>; output: { provider: (string | null); resetByMail: boolean } };
  /** How your account signs in */
  "GET /account": { input: Record<never, never>; output: { hasPassword: boolean; twoFactor: boolean; backupCodesLeft: (number | null); roleFrom: (string | null); needsFreshLink: boolean } };
  /** Set your password; ends your other sessions */
  "PUT /account/password": { input: { currentPassword?: string; password: string }; output: AccountSetPassword };
  /** Begin two-factor sign-in: the secret for the app, and backup codes */
  "POST /account/two-factor": { input: { currentPassword?: string }; output: { uri: string; secret: string; backupCodes: string[] } };
  /** Turn two-factor sign-in on with the code that the app shows; ends your other sessions */
  "POST /account/two-factor/confirm": { input: { code: string }; output: AccountSetPassword };
  /** Turn two-factor sign-in off */
  "POST /account/two-factor/off": { input: { currentPassword?: string }; output: { done: true } };
  /** Where you are signed in */
  "GET /account/sessions": { input: Record<never, never>; output: { id: string; current: boolean; device: string; address: (string | null); method: (("password" | "link" | "provider" | "two-factor") | null); createdAt: string; lastSeenAt: string; expiresAt: string }[] };
  /** End one of your sessions */
  "DELETE /account/sessions/{id}": { input: { id: string }; output: { done: true } };
  /** End all of your sessions but this one */
  "POST /account/sessions/end-others": { input: Record<never, never>; output: AccountSetPassword };
  /** Who changed what and who signed in, newest first */
  "GET /audit": { input: { actor?: string; object?: string; action?: string; outcome?: ("done" | "refused"); workspaceId?: string; from?: string; to?: string; text?: string; before?: number; limit?: number }; output: { entries: { at: string; actorId: (string | null); actorName: (string | null); via: (string | null); address: (string | null); userAgent: (string | null); workspaceId: (string | null); action: string; objectKind: (string | null); objectId: (string | null); objectName: (string | null); outcome: string; times: number; before: unknown; after: unknown; input: unknown; seq: number; prevHash: string; hash: string }[]; next: (number | null) } };
  /** Entries of the audit log as JSON lines or CSV, oldest first; all of them without a filter */
  "GET /audit/export": { input: { actor?: string; object?: string; action?: string; outcome?: ("done" | "refused"); workspaceId?: string; from?: string; to?: string; text?: string; format?: ("jsonl" | "csv") }; output: string };
  /** Checks the chain of all entries; give a head that you noted to see whether it is still there */
  "GET /audit/proof": { input: { seq?: number; hash?: string }; output: { ok: boolean; entries: number; first: (number | null); head: ({ seq: number; hash: string } | null); problem: ({ seq: number; message: string } | null) } };
  /** Captures that were uploaded, and the disk that they take */
  "GET /captures": { input: Record<never, never>; output: { captures: { id: string; name: string; state: ("waiting" | "receiving" | "reading" | "ready" | "failed" | "cancelled"); settings: CapturesListCapturesSettings; bytes: number; frames: number; failure: (string | null); createdAt: string; createdBy: (string | null) }[]; usedBytes: number; maxTotalBytes: number; maxFileBytes: number } };
  /** Make room for a capture; then PUT the bytes of the pcap or pcapng file (gzip allowed) to /captures/{id}/content */
  "POST /captures": { input: { name: string; bytes?: (number | null); settings?: { ports?: number[]; dialect?: ("auto" | "standard" | "bmv2" | "fabric-tna" | "fabric-tna-bmv2" | "onos-bmv2" | "geant-bmv2" | "geant-tofino" | "geant-0.4" | "host-int" | "cablelabs" | "paolucci-bmv2" | "vqueue-bmv2" | "queue-bmv2" | "vqueue-smartnic" | "tcp-int" | "mri" | "ifa" | "ioam-linux" | "ipfix-fluvia" | "cse-534-bmv2" | "elavinal-bmv2") } }; output: CapturesGet };
  /** One capture with what is in it */
  "GET /captures/{id}": { input: { id: string }; output: CapturesGet };
  /** Delete a capture and its file, and take what its runs stored out of the twins */
  "DELETE /captures/{id}": { input: { id: string }; output: { done: true } };
  /** Break off an upload or a reading */
  "POST /captures/{id}/cancel": { input: { id: string }; output: CapturesGet };
  /** Read a capture again with other ports or dialect */
  "POST /captures/{id}/reread": { input: { id: string } & { settings: { ports?: number[]; dialect?: ("auto" | "standard" | "bmv2" | "fabric-tna" | "fabric-tna-bmv2" | "onos-bmv2" | "geant-bmv2" | "geant-tofino" | "geant-0.4" | "host-int" | "cablelabs" | "paolucci-bmv2" | "vqueue-bmv2" | "queue-bmv2" | "vqueue-smartnic" | "tcp-int" | "mri" | "ifa" | "ioam-linux" | "ipfix-fluvia" | "cse-534-bmv2" | "elavinal-bmv2") } }; output: CapturesGet };
  /** Replays and analyses, newest first */
  "GET /capture-runs": { input: { captureId?: string; deploymentId?: string }; output: CapturesRunsList[] };
  /** Take a capture through the pipeline of a deployment: replay, fill the past, or only analyse */
  "POST /capture-runs": { input: { captureId: string; deploymentId: string; mode: ("replay" | "fill" | "analyse"); speed?: (number | null) }; output: CapturesRunsList };
  /** One replay or analysis with what it found */
  "GET /capture-runs/{id}": { input: { id: string }; output: CapturesRunsList };
  /** Forget a run and take the windows that it stored out of the twin */
  "DELETE /capture-runs/{id}": { input: { id: string }; output: { done: true } };
  /** End a run; windows that it has stored stay */
  "POST /capture-runs/{id}/stop": { input: { id: string }; output: CapturesRunsList };
  /** Chains with their newest version */
  "GET /chains": { input: Record<never, never>; output: { id: string; name: string; createdAt: string; versionCount: number; latest: ChainsListLatest; chain: ChainsListChain }[] };
  /** Store the chains of a file; mistakes in the file come back as diagnostics */
  "POST /chains": { input: ChainsCreateInput; output: ({ ok: true; versions: ChainsGet[]; diagnostics: ChainsCreateDiagnostics[] } | ChainsCreate) };
  /** One version of a chain */
  "GET /chain-versions/{versionId}": { input: { versionId: string }; output: ChainsGet };
  /** Store a new version of a chain */
  "POST /chains/{id}/versions": { input: { id: string } & ChainsCreateInput; output: ({ ok: true; version: ChainsGet; diagnostics: ChainsCreateDiagnostics[] } | ChainsCreate) };
  /** Rename a chain */
  "PATCH /chains/{id}": { input: { id: string } & { name: string }; output: { done: true } };
  /** Remove a chain */
  "DELETE /chains/{id}": { input: { id: string }; output: { done: true } };
  /** Undo the removal of a chain */
  "POST /chains/{id}/restore": { input: { id: string }; output: { done: true } };
  /** Deployments with their segments */
  "GET /deployments": { input: Record<never, never>; output: DeploymentsList[] };
  /** Bind segments to live telemetry */
  "POST /deployments": { input: { name: string; chainVersionId?: (string | null); placementId?: (string | null); segments?: DeploymentsCreateInputSegments[] }; output: DeploymentsList };
  /** One deployment */
  "GET /deployments/{id}": { input: { id: string }; output: DeploymentsList };
  /** Change name, status or bindings */
  "PATCH /deployments/{id}": { input: { id: string } & { name?: string; status?: ("active" | "paused"); segments?: DeploymentsCreateInputSegments[] }; output: DeploymentsList };
  /** Remove a deployment; its stored windows stay until their retention ends */
  "DELETE /deployments/{id}": { input: { id: string }; output: { done: true } };
  /** Set PL, DL and the alarm of a segment */
  "PUT /deployments/{id}/segments/{segmentId}/thresholds": { input: { id: string; segmentId: string } & { thresholds: { plUs: number; dlUs: number; alarm?: (DeploymentsCreateInputSegmentsAlarm | null) } }; output: DeploymentsList };
  /** Predict a switch of a segment by how often counted packets took each way; null: by its slowest path */
  "PUT /deployments/{id}/segments/{segmentId}/branches": { input: { id: string; segmentId: string } & { element: number; branches: (DeploymentsCreateInputSegmentsElementsBranches | null) }; output: DeploymentsList };
  /** Change PL, DL or the alarm of many segments at once; what is left out stays */
  "POST /deployments/thresholds": { input: { segments: { deploymentId: string; segmentId: string }[]; change: { plUs?: number; dlUs?: number; alarm?: (DeploymentsCreateInputSegmentsAlarm | null) } }; output: DeploymentsList[] };
  /** Who changed PL, DL and alarms, newest first */
  "GET /deployments/{id}/thresholds": { input: { id: string; segmentId?: string }; output: { id: string; segmentId: string; before: DeploymentsThresholdHistoryBefore; after: DeploymentsThresholdHistoryBefore; changedBy: (string | null); changedAt: string }[] };
  /** Undo the removal of a deployment */
  "POST /deployments/{id}/restore": { input: { id: string }; output: { done: true } };
  /** Device profiles of the library and own ones */
  "GET /devices": { input: Record<never, never>; output: DevicesList[] };
  /** Store a device profile, or a new version of an own one */
  "POST /devices": { input: { text: string; fileName?: string }; output: ({ ok: true; version: DevicesList; diagnostics: ChainsCreateDiagnostics[] } | ChainsCreate) };
  /** One device profile */
  "GET /devices/{id}": { input: { id: string }; output: DevicesList };
  /** Remove an own device profile */
  "DELETE /devices/{id}": { input: { id: string }; output: { done: true } };
  /** Undo the removal of an own device profile */
  "POST /devices/{id}/restore": { input: { id: string }; output: { done: true } };
  /** Paths that reports show, heard now and in captures: nodes, ports, flows, rates, units with evidence */
  "GET /paths": { input: { captureId?: string }; output: { exporter: string; hops: CapturesGetSummaryPathsHops[]; reports: number; recentShare: number; flows: CapturesGetSummaryPathsFlows[]; flowsCut: boolean; firstMs: number; lastMs: number; source: ({ kind: "live" } | { kind: "capture"; captureId: string; captureName: string }); label: (string | null); nodeNames: (string | null)[]; reportsPerS: (number | null); unit: ({ timestamp: ("ns" | "us"); latency: ("ns" | "us"); known: boolean; evidence: string } | null); boundBy: DiscoveryPathsBoundBy[]; bindable: boolean }[] };
  /** Make the twin of a path: its cloud, chain and deployment, bound to its exporters */
  "POST /paths/twin": { input: { name: string; exporters: string[]; hops: { nodeId: (number | null); ingressPort: (number | null); egressPort: (number | null) }[]; timeUnit?: (("ns" | "us") | null); plUs?: number; dlUs?: number; linkGbps?: number; captureId?: (string | null) }; output: { deploymentId: string; topologyVersionId: string; chainVersionId: string; runId: (string | null) } };
  /** Estimators and placement solvers, built in and own */
  "GET /engines": { input: Record<never, never>; output: { id: string; title: string; estimates: boolean; expects: boolean; places: boolean; instant: boolean; kind: ("built-in" | "python" | "http"); own: ({ engineId: string; versionId: string; number: number; createdAt: string } | null) }[] };
  /** Store an own engine; one that does not run comes back with its traceback */
  "POST /engines": { input: { name: string; content: (EnginesCreateInputContent | EnginesCreateInputContent2) }; output: (EnginesCreate | EnginesCreate2) };
  /** One version of an own engine */
  "GET /engine-versions/{versionId}": { input: { versionId: string }; output: EnginesGet };
  /** Store a new version of an own engine */
  "POST /engines/{id}/versions": { input: { id: string } & { content: (EnginesCreateInputContent | EnginesCreateInputContent2) }; output: (EnginesCreate | EnginesCreate2) };
  /** Ask an engine on this server without storing it */
  "POST /engines/try": { input: { content: (EnginesCreateInputContent | EnginesCreateInputContent2); question: ({ call: "estimate"; program: string; device: string; packetBytes?: number } | { call: "place"; problem: Record<string, unknown> }) }; output: ({ ok: true; report: EnginesTryReport } | { ok: true; placement: EnginesTryPlacement } | EnginesCreate2) };
  /** Rename an own engine */
  "PATCH /engines/{id}": { input: { id: string } & { name: string }; output: { done: true } };
  /** Remove an own engine */
  "DELETE /engines/{id}": { input: { id: string }; output: { done: true } };
  /** Undo the removal of an own engine */
  "POST /engines/{id}/restore": { input: { id: string }; output: { done: true } };
  /** Hosts at which engines may be asked */
  "GET /engines/hosts": { input: Record<never, never>; output: EnginesHosts };
  /** Set the hosts at which engines may be asked */
  "PUT /engines/hosts": { input: { hosts: string[] }; output: EnginesHosts };
  /** Events, newest first; with from and to those that were open in the range */
  "GET /events": { input: { kind?: ("latency" | "intent"); switchId?: string; deploymentId?: string; segmentId?: string; open?: boolean; acknowledged?: boolean; muted?: boolean; severity?: ("warning" | "critical"); cause?: ("path" | "queueing" | "processing" | "vnf" | "link" | "loss" | "drift" | "unknown"); from?: string; to?: string; limit?: number }; output: (EventsList | EventsList2)[] };
  /** One event with its evidence */
  "GET /events/{id}": { input: { id: string }; output: (EventsList | EventsList2) };
  /** Who did what when to events, mutes, thresholds and deliveries, newest first */
  "GET /alerts/audit": { input: { switchId?: string; deploymentId?: string; segmentId?: string; eventId?: string; from?: string; to?: string; limit?: number }; output: { id: string; what: ("opened" | "changed" | "closed" | "suppressed" | "acknowledged" | "unacknowledged" | "muted" | "unmuted" | "delivered" | "deliveryFailed" | "thresholds"); deploymentId: (string | null); deploymentName: (string | null); segmentId: (string | null); segmentName: (string | null); switchId: (string | null); switchName: (string | null); eventId: (string | null); by: (string | null); at: string; before: ((DeploymentsThresholdHistoryBefore | EventsAuditBefore | EventsAuditBefore2 | EventsAuditBefore3 | EventsAuditBefore4) | null); after: ((DeploymentsThresholdHistoryBefore | EventsAuditBefore | EventsAuditBefore2 | EventsAuditBefore3 | EventsAuditBefore4) | null) }[] };
  /** Say that somebody looks after it */
  "POST /events/{id}/acknowledge": { input: { id: string }; output: { done: true } };
  /** Take back that somebody looks after it */
  "DELETE /events/{id}/acknowledge": { input: { id: string }; output: { done: true } };
  /** Mutes that are running and maintenance windows to come, newest first */
  "GET /mutes": { input: Record<never, never>; output: EventsMutesList[] };
  /** Deliver nothing of a segment or deployment until then; its events are kept and marked */
  "POST /mutes": { input: { deploymentId?: string; switchId?: string; segmentId?: (string | null); reason: string; from?: string; until: string }; output: EventsMutesList };
  /** End a mute; what is still open is delivered */
  "DELETE /mutes/{id}": { input: { id: string }; output: { done: true } };
  /** Group stored windows, or kept reports, by exporter, node, port, queue, flow, DSCP, path or segment: the first groups over time, beside the period before */
  "POST /explore": { input: ({ source: "reports"; range: ExploreGroupsInputRange; value?: ("p99Us" | "p50Us" | "meanUs" | "maxUs" | "reports" | "queueMax" | "dropped"); limit?: number; groupBy: ("exporter" | "node" | "port" | "queue" | "flow" | "dscp" | "path" | "segment"); filters?: ExploreGroupsInputFilters[] } | { source: "windows"; range: ExploreGroupsInputRange; value?: ("p99Us" | "p50Us" | "meanUs" | "maxUs" | "reports" | "queueMax" | "dropped"); limit?: number; groupBy: ("segment" | "part" | "node" | "path" | "exporter"); filters?: { by: ("segment" | "part" | "node" | "path" | "exporter"); is: string }[] }); output: { fromMs: number; toMs: number; binMs: number; groups: { reports: number; samples: (number | null); meanUs: (number | null); p50Us: (number | null); p99Us: (number | null); maxUs: (number | null); queueMax: (number | null); dropped: number; congested: number; key: (string | null); previous: ({ reports: number; samples: (number | null); meanUs: (number | null); p50Us: (number | null); p99Us: (number | null); maxUs: (number | null); queueMax: (number | null); dropped: number; congested: number } | null); cells: (number | null)[]; label: (string | null) }[]; groupCount: number; groupsCut: boolean; all: { reports: number; samples: (number | null); meanUs: (number | null); p50Us: (number | null); p99Us: (number | null); maxUs: (number | null); queueMax: (number | null); dropped: number; congested: number }; held: ({ samples: number; sinceMs: (number | null); bytes: number; budgetBytes: number } | null) } };
  /** Kept reports of a range, the slowest or newest first, with hops and the first bytes */
  "POST /explore/reports": { input: { range: ExploreReportsInputRange; filters?: ExploreGroupsInputFilters[]; order?: ("slowest" | "newest"); limit?: number }; output: { found: number; reports: { atMs: number; exporter: unknown; flow: (string | null); dscp: (number | null); segment: (string | null); latencyUs: (number | null); hops: { nodeId: (number | null); name: (string | null); ingressPort: (number | null); egressPort: (number | null); queueId: (number | null); latencyUs: (number | null); queueDepth: (number | null) }[]; dropped: boolean; congested: boolean; reports: number; datagramBytes: number; hex: string }[] } };
  /** Webhooks and e-mail that receive events */
  "GET /notifications/channels": { input: Record<never, never>; output: NotificationsChannelsList[] };
  /** Add a webhook or e-mail; the secret of a webhook is shown once */
  "POST /notifications/channels": { input: { name: string; target: ({ kind: "webhook"; url: string } | { kind: "slack"; url: string } | { kind: "teams"; url: string } | NotificationsChannelsCreateInputTarget | NotificationsChannelsCreateInputTarget2); filter?: { minSeverity?: ("warning" | "critical"); on?: ("opened" | "changed" | "closed")[]; scopes?: NotificationsChannelsCreateInputFilterScopes[]; incidents?: boolean; switches?: boolean }; enabled?: boolean }; output: NotificationsChannelsCreate };
  /** Change a channel, or switch it off */
  "PATCH /notifications/channels/{id}": { input: { id: string } & { name?: string; target?: ({ kind: "webhook"; url: string } | { kind: "slack"; url: string } | { kind: "teams"; url: string } | NotificationsChannelsCreateInputTarget | NotificationsChannelsCreateInputTarget2); filter?: { minSeverity?: ("warning" | "critical"); on?: ("opened" | "changed" | "closed")[]; scopes?: NotificationsChannelsCreateInputFilterScopes[]; incidents?: boolean; switches?: boolean }; enabled?: boolean }; output: NotificationsChannelsList };
  /** Remove a channel */
  "DELETE /notifications/channels/{id}": { input: { id: string }; output: { done: true } };
  /** Create a new secret for a webhook; the old one is invalid at once */
  "POST /notifications/channels/{id}/secret": { input: { id: string }; output: NotificationsChannelsCreate };
  /** Send a test message now; returns the peer's answer */
  "POST /notifications/channels/{id}/test": { input: { id: string }; output: { ok: boolean; answer: string } };
  /** Undo the removal of a channel; deliveries that waited for it are not sent */
  "POST /notifications/channels/{id}/restore": { input: { id: string }; output: { done: true } };
  /** Deliveries, sent and waiting, newest first */
  "GET /notifications/deliveries": { input: { channelId?: string; eventId?: string; state?: ("waiting" | "delivered" | "failed" | "cancelled"); limit?: number }; output: { id: string; channelId: string; channelName: string; eventId: (string | null); incidentId: (string | null); what: ("opened" | "changed" | "closed" | "test"); subject: string; state: ("waiting" | "delivered" | "failed" | "cancelled"); attempts: number; dueAt: string; answer: (string | null); createdAt: string; endedAt: (string | null) }[] };
  /** Send an ended delivery again, under its old id */
  "POST /notifications/deliveries/{id}/send-again": { input: { id: string }; output: { done: true } };
  /** The mail server; never its password */
  "GET /notifications/mail-server": { input: Record<never, never>; output: (NotificationsMailServer | null) };
  /** Set the mail server */
  "PUT /notifications/mail-server": { input: { host: string; port?: number; security?: ("starttls" | "tls" | "none"); user?: string; password?: string; from: string }; output: NotificationsMailServer };
  /** Placements, newest first */
  "GET /placements": { input: { limit?: number }; output: { id: string; scenarioVersionId: (string | null); scenarioName: (string | null); engine: string; timeLimitS: number; status: ("queued" | "running" | "done" | "failed" | "cancelled"); answer: (("optimal" | "feasible" | "infeasible") | null); gaveUp: boolean; createdAt: string; finishedAt: (string | null) }[] };
  /** Queue a placement of a scenario version or of a problem document */
  "POST /placements": { input: { question: ({ scenarioVersionId: string } | { problem: Record<string, unknown> }); engine: string; timeLimitS?: number }; output: PlacementsGet };
  /** One placement: its problem, progress and result */
  "GET /placements/{id}": { input: { id: string }; output: PlacementsGet };
  /** The placement problem of a scenario version, as `p4twin place` reads it */
  "GET /scenario-versions/{versionId}/problem": { input: { versionId: string }; output: PlacementsGetProblem };
  /** Store a placement that was found elsewhere; it is checked first */
  "POST /scenario-versions/{versionId}/placements": { input: { versionId: string } & { placement: { status: ("optimal" | "feasible" | "infeasible"); engine: string; powerWatts: number; objective?: number; bound: (number | null); gap: (number | null); timeMs: number; embedded: number; rejected: string[]; chains: { id: string; hosts: string[]; route: string[][]; entry?: string[]; exit?: string[]; delayUs: number; meanLowUs?: (number | null); meanHighUs?: (number | null); lowUs?: (number | null); highUs?: (number | null); terms: PlacementsKeepInputPlacementChainsTerms[]; ways?: { functions: number[]; share: number; route: string[][]; entry?: string[]; exit?: string[]; delayUs: number; meanLowUs?: (number | null); meanHighUs?: (number | null); lowUs?: (number | null); highUs?: (number | null); terms: PlacementsKeepInputPlacementChainsTerms[] }[] }[]; conflicts: { constraint: string; ids: string[]; message: string }[]; extraTrials?: number; load?: { model: ("simple" | "refined"); service: ("rate" | "latency"); newFlowShare: number; stations: { pps: number; utilisation: number; waitUs: (number | null); device: string }[]; controller: ({ pps: number; utilisation: number; waitUs: (number | null) } | null); notes: string[] } } }; output: PlacementsGet };
  /** Cancel a placement that has not ended */
  "POST /placements/{id}/cancel": { input: { id: string }; output: PlacementsGet };
  /** Plans of devices to buy, newest first */
  "GET /plans": { input: { limit?: number }; output: { id: string; engine: string; timeLimitS: number; status: ("queued" | "running" | "done" | "failed" | "cancelled"); answer: (("optimal" | "feasible" | "infeasible") | null); createdAt: string; finishedAt: (string | null) }[] };
  /** Queue a plan of devices to buy for a workload */
  "POST /plans": { input: { problem: Record<string, unknown>; engine?: string; timeLimitS?: number }; output: PlansGet };
  /** One plan: its problem and result */
  "GET /plans/{id}": { input: { id: string }; output: PlansGet };
  /** Cancel a plan that has not ended */
  "POST /plans/{id}/cancel": { input: { id: string }; output: PlansGet };
  /** Programs with their newest version */
  "GET /programs": { input: Record<never, never>; output: { id: string; name: string; createdAt: string; versionCount: number; latest: ChainsListLatest }[] };
  /** Store a new program */
  "POST /programs": { input: { source: string; includes?: Record<string, string>; name: string }; output: ProgramsGet };
  /** One version of a program with its source */
  "GET /program-versions/{versionId}": { input: { versionId: string }; output: ProgramsGet };
  /** Feature vector of every feasible path, as `p4twin features --json` prints it */
  "GET /program-versions/{versionId}/features": { input: { versionId: string }; output: { program: string; architecture: (string | null); hash: string; paths: { id: string; features: ChainsGetDocumentFunctionsFeatures; states: string[]; tables: { name: string; action: string }[]; externs: string[]; outcome: ("forward" | "drop" | "recirculate" | "clone"); addedHeaderBytes?: number[]; removedHeaderBytes?: number[]; source: ProgramsFeaturesPathsSource[] }[]; pathCount: number; truncated: boolean; clones?: ({ id: string; features: ChainsGetDocumentFunctionsFeatures; states: string[]; tables: { name: string; action: string }[]; externs: string[]; outcome: ("forward" | "drop" | "recirculate" | "clone"); addedHeaderBytes?: number[]; removedHeaderBytes?: number[]; source: ProgramsFeaturesPathsSource[]; clonedBy: ("ingress" | "egress") }[] | null); tables: { name: string; keys: string[]; size: (number | null); entries: number; line: number }[]; needs?: ("queue-metadata" | "priorities" | "meters" | "ingress-meters")[]; min: (ChainsGetDocumentFunctionsFeatures | null); max: (ChainsGetDocumentFunctionsFeatures | null); coarse?: { min: ("parse" | "modify" | "copy" | "remove" | "add" | "table")[]; max: ("parse" | "modify" | "copy" | "remove" | "add" | "table")[] }; diagnostics: ChainsCreateDiagnostics[] } };
  /** Latency of every path on a device, as `p4twin estimate --json` prints it */
  "GET /program-versions/{versionId}/estimate": { input: { versionId: string; device: string; engine?: string; packetBytes?: number; extremes?: number }; output: EnginesTryReport };
  /** Errors, paths, and the slowest path of a version on a device */
  "GET /program-versions/{versionId}/health": { input: { versionId: string; device: string; engine?: string }; output: { errors: number; warnings: number; paths: (number | null); slowestUs: (number | null) } };
  /** What becomes of each path and line in another version, or another program */
  "GET /program-versions/{versionId}/comparison": { input: { versionId: string; otherId: string }; output: { comparison: { paths: { change: ("same" | "changed" | "added" | "removed"); before: (string | null); after: (string | null); delta: (ProgramsCompareComparisonPathsDelta | null); differs: ("states" | "tables" | "actions" | "outcome" | "externs" | "features")[] }[]; counts: { same: number; changed: number; added: number; removed: number }; min: (ProgramsCompareComparisonPathsDelta | null); max: (ProgramsCompareComparisonPathsDelta | null); complete: boolean }; source: { beforeLine: number; afterLine: number; lines: { kind: ("same" | "removed" | "added"); text: string }[] }[] } };
  /** Store a new version of a program */
  "POST /programs/{id}/versions": { input: { id: string } & { source: string; includes?: Record<string, string> }; output: ProgramsGet };
  /** Rename a program */
  "PATCH /programs/{id}": { input: { id: string } & { name: string }; output: { done: true } };
  /** Remove a program (its versions stay for what refers to them) */
  "DELETE /programs/{id}": { input: { id: string }; output: { done: true } };
  /** Undo the removal of a program */
  "POST /programs/{id}/restore": { input: { id: string }; output: { done: true } };
  /** Refit a device profile to what was observed, without storing anything */
  "POST /refits/preview": { input: { device: string; live?: RefitsProposeInputLive; upload?: RefitsProposeInputUpload; trust?: RefitsProposeInputTrust }; output: ({ ok: true; device: string; version: number; samples: { program: string; place: string; counted: Record<string, number>; packets: number; meanUs: number; spreadUs: (number | null); offsetUs: number; beforeUs: number; afterUs: number; beforeIntervals: (RefitsProposeSamplesBeforeIntervals | null); afterIntervals: (RefitsProposeSamplesBeforeIntervals | null) }[]; coefficients: { name: string; priorUs: number; us: number; lowUs: (number | null); highUs: (number | null); determinedShare: number; toldShare: number; status: ("told" | "partly" | "unseen" | "bound"); note: (string | null) }[]; programs: number; packets: number; misfitUs: number; spreadUs: (number | null); before: number; after: number; heldOut: (number | null); heldOutRuns: (number | null); notIdentifiable: string[]; blind: string[]; notes: string[]; diagnostics: ChainsCreateDiagnostics[] } | ChainsCreate) };
  /** Store the refitted profile as a new version, and bind deployments to it when asked */
  "POST /refits": { input: { device: string; live?: RefitsProposeInputLive; upload?: RefitsProposeInputUpload; trust?: RefitsProposeInputTrust; id?: string; title?: string; rebind?: string[] }; output: ({ ok: true; device: DevicesList; rebound: string[] } | ChainsCreate) };
  /** Reports with the state of their links */
  "GET /reports": { input: Record<never, never>; output: { id: string; kind: ("twin" | "placement"); title: string; hash: string; createdAt: string; createdBy: (string | null); links: ReportsListLinks[] }[] };
  /** Freeze a twin or a placement as a report */
  "POST /reports": { input: { title: string; comment?: (string | null); refs: ({ kind: "placement"; placementId: string } | { kind: "twin"; deploymentId: string; from: string; to: string }) }; output: ReportsGet };
  /** One report with its data */
  "GET /reports/{id}": { input: { id: string }; output: ReportsGet };
  /** Remove a report; its links stop working */
  "DELETE /reports/{id}": { input: { id: string }; output: { done: true } };
  /** Make a link that opens the report without an account */
  "POST /reports/{id}/links": { input: { id: string } & { expiresInHours: number }; output: { link: ReportsListLinks; token: string; path: string } };
  /** Revoke a link */
  "DELETE /report-links/{linkId}": { input: { linkId: string }; output: { done: true } };
  /** The report of a link */
  "GET /shared-reports/{token}": { input: { token: string }; output: { id: string; kind: ("twin" | "placement"); title: string; hash: string; createdAt: string; createdBy: (string | null); snapshot: ReportsGetSnapshot; expiresAt: string } };
  /** The data of a report as JSON or CSV */
  "GET /reports/{id}/export": { input: { id: string; format?: ("json" | "csv") }; output: string };
  /** Undo the removal of a report */
  "POST /reports/{id}/restore": { input: { id: string }; output: { done: true } };
  /** Reviewed changes, newest first */
  "GET /reviews": { input: Record<never, never>; output: { id: string; name: string; failed: boolean; findings: number; state: ("open" | "approved" | "rejected"); createdBy: (string | null); createdAt: string }[] };
  /** Compare two program versions, snapshots, clouds or scenarios: paths, latency, entries, packets, chains; held against rules */
  "POST /reviews": { input: { name: string; before: (ReviewsCreateInputBefore | ReviewsCreateInputBefore2 | ReviewsCreateInputBefore3 | ReviewsCreateInputBefore4); after: (ReviewsCreateInputBefore | ReviewsCreateInputBefore2 | ReviewsCreateInputBefore3 | ReviewsCreateInputBefore4); devices?: string[]; devicesBefore?: Record<string, number>; rules?: { maxUs?: Record<string, number>; maxSlowdownPercent?: number; maxTables?: number; addedPaths?: ("allow" | "forbid"); removedPaths?: ("allow" | "forbid"); changedPaths?: ("allow" | "forbid"); entries?: ("allow" | "forbid"); packets?: ("allow" | "forbid"); maxChainUs?: Record<string, number>; chains?: ("allow" | "forbid"); moves?: ("allow" | "forbid"); topology?: ("allow" | "forbid") }; packets?: number; captureId?: (string | null); recentHours?: (number | null); progressId?: (string | null); rulesFile?: (string | null) }; output: ReviewsGet };
  /** One review with its findings, evidence and verdicts */
  "GET /reviews/{id}": { input: { id: string }; output: ReviewsGet };
  /** Remove a review */
  "DELETE /reviews/{id}": { input: { id: string }; output: { done: true } };
  /** How far a review is that is being made */
  "GET /reviews/progress/{progressId}": { input: { progressId: string }; output: ({ step: ("analysis" | "packets"); packets: number } | null) };
  /** A packet test (PTF) for every path of the program after the change */
  "GET /reviews/{id}/tests": { input: { id: string }; output: string };
  /** Approve or reject a review; nobody approves an own one, and one that fails a rule takes an owner */
  "POST /reviews/{id}/verdict": { input: { id: string } & { verdict: ("approved" | "rejected"); comment?: string }; output: ReviewsGet };
  /** Undo the removal of a review */
  "POST /reviews/{id}/restore": { input: { id: string }; output: { done: true } };
  /** Scenarios with their newest version */
  "GET /scenarios": { input: Record<never, never>; output: { id: string; name: string; createdAt: string; latest: { id: string; number: number; createdAt: string; engine: string; topologyName: string; chainCount: number } }[] };
  /** Store a new scenario */
  "POST /scenarios": { input: { topologyVersionId: string; chainVersionIds: string[]; engine?: string; parameters?: ScenariosCreateInputParameters; name: string }; output: ScenariosGet };
  /** One version of a scenario */
  "GET /scenario-versions/{versionId}": { input: { versionId: string }; output: ScenariosGet };
  /** Store a new version of a scenario */
  "POST /scenarios/{id}/versions": { input: { id: string } & { topologyVersionId: string; chainVersionIds: string[]; engine?: string; parameters?: ScenariosCreateInputParameters }; output: ScenariosGet };
  /** Copy a scenario version to a new scenario */
  "POST /scenario-versions/{versionId}/duplicate": { input: { versionId: string } & { name?: string }; output: ScenariosGet };
  /** Rename a scenario */
  "PATCH /scenarios/{id}": { input: { id: string } & { name: string }; output: { done: true } };
  /** Remove a scenario */
  "DELETE /scenarios/{id}": { input: { id: string }; output: { done: true } };
  /** Undo the removal of a scenario */
  "POST /scenarios/{id}/restore": { input: { id: string }; output: { done: true } };
  /** Names of the file formats */
  "GET /schemas": { input: Record<never, never>; output: string[] };
  /** JSON Schema of a file format */
  "GET /schemas/{name}": { input: { name: string }; output: Record<string, unknown> };
  /** Make one function of a chain of yours: its traffic classes, and what Click, a switch or P4 runs */
  "POST /servers/synthesis": { input: { file: string; text: string; others?: { file: string; text: string }[]; to?: ("click" | "openflow" | "p4")[]; maxFilters?: number }; output: ({ ok: true; report: { name: string; status: ("whole" | "cut"); functions: string[]; entries: string[]; exits: string[]; classes: { id: number; ending: string; operation: Record<string, string>; state: (string | null); filters: number; before: ServersSynthesiseReportClassesBefore; after: ServersSynthesiseReportClassesBefore; paths: string[][] }[]; classifiers: { entry: string; rules: ServersSynthesiseReportClassifiersRules[] }[]; stages: { at: string; rules: ServersSynthesiseReportClassifiersRules[] }[]; states: { id: string; egress: string; inputs: string[]; replaces: string[]; fields: Record<string, string> }[]; cuts: { function: string; element: string; unit: string; field: (string | null); reason: string; line: (number | null) }[]; filters: { traversed: number; compressed: number } }; outputs: { target: ("click" | "openflow" | "p4"); text: (string | null); commands: (string | null); devices: (Record<string, string> | null); ports: (Record<string, number> | null); serverPort: (number | null); diagnostics: ChainsCreateDiagnostics[] }[]; diagnostics: ChainsCreateDiagnostics[] } | ChainsCreate) };
  /** Place a chain of yours on switches, NIC and server: rules, tags, failures, its scenario, its parts as a chain */
  "POST /servers/offload": { input: { file: string; text: string; others?: { file: string; text: string }[]; gbps?: number }; output: ({ ok: true; report: { name: string; server: { id: string; asked: number; cores: number }; entries: { entry: string; switch: (string | null); target: string; mode: string; way: string[]; entries: number; rules: { hardware: number; split: number; software: number } }[]; functions: { verdict: ("yes" | "partly" | "no"); reason: (string | null); function: string; elements: { verdict: ("yes" | "partly" | "no"); reason: (string | null); unit: string; element: string }[] }[]; groups: { id: string; entry: string; class: (number | null); core: number; tag: string; rules: number; hardware: Record<string, string>; software: (Record<string, string> | null); leavesBy: (string | null); state: (string | null) }[]; pools: { state: string; field: string; core: number; values: string }[]; devices: { device: string; language: string; rules: string[]; classes: (number | null)[] }[]; deployments: { device: string; deployment: ({ fits: true; steps: { step: ("synthesise" | "translate" | "install" | "software"); ms: (number | null); what: string }[]; ms: number; complete: boolean } | { fits: false; reason: string; capacity: number; rules: number }) }[]; backups: { failure: ({ kind: "link"; a: string; b: string } | { kind: "switch"; id: string } | { kind: "server"; id: string } | { kind: "core"; server: string; core: number }); survives: boolean; rules: (number | null); lostState: (boolean | null); installMs: (number | null); reasons: string[] }[]; notes: string[] }; timeline: ({ events: { atMs: number; kind: string; text: string; core: (number | null); group: (string | null); rules: (number | null) }[]; samples: { atMs: number; offeredGbps: number; carriedGbps: number; cores: { core: number; load: number }[]; rules: Record<string, number> }[] } | null); chains: { version: 1; functions: ChainsGetDocumentFunctions[]; chains: ChainsListChain[] }; notes: string[]; diagnostics: ChainsCreateDiagnostics[] } | ChainsCreate) };
  /** Attached switches and their state */
  "GET /switches": { input: Record<never, never>; output: SwitchesList[] };
  /** Attach a running switch by P4Runtime, read-only: no stream, no write; one that is away is kept */
  "POST /switches": { input: { name: string; address: string; deviceId?: string; secure?: boolean; serverName?: (string | null); gnmiAddress?: (string | null); tls?: { ca?: (string | null); certificate?: (string | null); key?: (string | null) }; pollS?: (0 | number); programVersionId?: (string | null); device?: (string | null) }; output: SwitchesList };
  /** One attached switch */
  "GET /switches/{id}": { input: { id: string }; output: SwitchesList };
  /** Change name, polling, program, profile or connection */
  "PATCH /switches/{id}": { input: { id: string } & { name?: string; pollS?: (0 | number); programVersionId?: (string | null); device?: (string | null); gnmiAddress?: (string | null); connection?: { address: string; deviceId: string; secure: boolean; serverName: (string | null); tls?: { ca?: (string | null); certificate?: (string | null); key?: (string | null) } } }; output: SwitchesList };
  /** Remove a switch */
  "DELETE /switches/{id}": { input: { id: string }; output: { done: true } };
  /** Read a switch now */
  "POST /switches/{id}/look": { input: { id: string }; output: SwitchesList };
  /** Entries, groups and sessions of a switch with their counters, or those of a snapshot */
  "GET /switches/{id}/entries": { input: { id: string; snapshotId?: string; place?: string; text?: string; offset?: number; limit?: number }; output: { rows: { place: string; key: string; value: string; packets: (number | null); bytes: (number | null); perS: (number | null) }[]; total: number; countedAt: (string | null); sinceS: (number | null) } };
  /** What a switch held over time, newest first */
  "GET /switches/{id}/snapshots": { input: { id: string }; output: { id: string; switchId: string; root: string; takenAt: string; seenAt: string; cause: ("attached" | "changed" | "pipeline" | "restarted" | "surroundings"); summary: { entities: number; counts: ({ added: number; removed: number; changed: number } | null); pipelineChanged: boolean; surroundingsChanged: boolean } }[] };
  /** What was noticed of a switch, newest first: reached, lost, restarted, changed */
  "GET /switches/{id}/occurrences": { input: { id: string }; output: { id: string; at: string; kind: string; text: string; snapshotId: (string | null) }[] };
  /** A switch was started just now: the latencies since then are a run of their own */
  "POST /switches/{id}/starts": { input: { id: string }; output: { at: string } };
  /** Deployments that pass a switch, by its newest snapshot */
  "GET /switches/{id}/twins": { input: { id: string }; output: DiscoveryPathsBoundBy[] };
  /** Two snapshots: entries, profile, clouds, thresholds and bindings that differ */
  "GET /switch-snapshots/compare": { input: { before: string; after: string }; output: ReviewsGetResultEntries };
  /** Two snapshots: paths that come and go, latency of each path and chain, budgets */
  "GET /switch-snapshots/effects": { input: { before: string; after: string }; output: { device: (string | null); counts: ({ same: number; changed: number; added: number; removed: number } | null); paths: { change: ("same" | "changed" | "added" | "removed"); path: string; beforeUs: (number | null); afterUs: (number | null); beforeIntervals: (RefitsProposeSamplesBeforeIntervals | null); afterIntervals: (RefitsProposeSamplesBeforeIntervals | null) }[]; pathsTotal: number; chains: { deploymentId: string; deployment: string; chain: (string | null); maxDelayUs: (number | null); beforeUs: (number | null); afterUs: (number | null); beforeIntervals: (RefitsProposeSamplesBeforeIntervals | null); afterIntervals: (RefitsProposeSamplesBeforeIntervals | null); verdict: ("holds" | "broken" | "mended" | "stays broken" | "unknown"); segments: { segment: string; beforeUs: (number | null); afterUs: (number | null); beforeIntervals: (RefitsProposeSamplesBeforeIntervals | null); afterIntervals: (RefitsProposeSamplesBeforeIntervals | null); plUs: number; dlUs: number }[] }[]; notes: string[] } };
  /** Table entries of a snapshot, as the p4lang tutorials write them */
  "GET /switch-snapshots/{snapshotId}/entries.json": { input: { snapshotId: string }; output: unknown };
  /** Say which snapshot a switch should hold; null: none */
  "PUT /switches/{id}/intent": { input: { id: string } & { snapshotId: (string | null); rule?: ("warning" | "critical" | "off") }; output: SwitchesList };
  /** What runs against what should */
  "GET /switches/{id}/drift": { input: { id: string }; output: { items: EventsList2EvidenceItems[]; total: number } };
  /** Uploaded programs that a switch may run which does not give its program back, nearest first */
  "GET /switches/{id}/candidates": { input: { id: string }; output: { programVersionId: string; name: string; differences: string[]; cookieOf: (string | null); sameName: boolean }[] };
  /** Registers and parameters of a switch that can be set, and whether they are written */
  "GET /switches/{id}/settings": { input: { id: string }; output: SwitchesSettingsList };
  /** Write settings that still are what you saw, and read them back */
  "POST /switches/{id}/settings": { input: { id: string } & { changes: { setting: ({ kind: "register"; register: string; index: number } | { kind: "parameter"; table: string; key: string; parameter: string }); before: string; value: string }[]; confirm: string }; output: SwitchesSettingsWrite };
  /** Allow that settings are written to a switch, and how; null: they are not */
  "PUT /switches/{id}/writing": { input: { id: string } & { writing: ({ thrift: (string | null); electionId: (string | null) } | null) }; output: SwitchesSettingsList };
  /** Write back what was there before a write, where nobody has changed it since */
  "POST /switches/{id}/settings/undo": { input: { id: string } & { writeId: string; confirm: string }; output: SwitchesSettingsWrite };
  /** Settings that were written to a switch, newest first */
  "GET /switches/{id}/settings/writes": { input: { id: string }; output: SwitchesSettingsWrite[] };
  /** Who a switch is by P4Runtime, gNMI and INT, where it stands, and what of it contradicts */
  "GET /switches/{id}/identity": { input: { id: string }; output: { deviceId: string; intNodeIds: number[]; knownAs: string; clouds: string[]; deployments: string[]; conflicts: { kind: ("device id" | "node id" | "address" | "INT node id" | "chassis id" | "serial number"); text: string; others: { id: string; name: string }[] }[]; gnmi: ({ triedAt: string; readAt: (string | null); message: (string | null); device: ({ hostname: (string | null); chassisId: (string | null); serial: (string | null); nodeIds: string[]; interfaces: { name: string; ifindex: (number | null); p4Port: (number | null); mac: (string | null); isUp: (boolean | null); gbps: (number | null) }[]; neighbours: { interface: string; systemName: (string | null); chassisId: (string | null); portId: (string | null); portDescription: (string | null); managementAddress: (string | null); kind: (("host" | "switch") | null) }[] } | null); unread: { what: string; why: string }[] } | null) } };
  /** Switches that were read by gNMI as a file to import as a cloud, and the links that they see */
  "GET /switch-neighbours": { input: Record<never, never>; output: { text: string; read: string[]; links: number; conflicts: string[] } };
  /** Latency of the program as it runs: installed actions only, weighed by counters */
  "GET /switches/{id}/prediction": { input: { id: string }; output: ({ ok: false; why: string } | { ok: true; program: string; device: string; paths: number; pathsOfProgram: number; minUs: (number | null); maxUs: (number | null); fastest: (RefitsProposeSamplesBeforeIntervals | null); slowest: (RefitsProposeSamplesBeforeIntervals | null); meanUs: (number | null); lowUs: (number | null); highUs: (number | null); packet: ({ lowUs: number; highUs: number } | null); places: SwitchesPredictionPlaces[]; uncounted: string[]; from: (string | null); to: (string | null); notes: string[] }) };
  /** Undo the removal of a switch */
  "POST /switches/{id}/restore": { input: { id: string }; output: { done: true } };
  /** Version, uptime and database */
  "GET /system/status": { input: Record<never, never>; output: { version: string; node: string; startedAt: string; uptimeS: number; database: { ok: boolean; kind: ("embedded" | "external"); version: (string | null); sizeBytes: (number | null); latencyMs: (number | null) }; queuedJobs: (number | null) } };
  /** Database, broker, spool and queues, each with its bound */
  "GET /system/state": { input: Record<never, never>; output: { at: string; supervisor: ({ startedAt: string; refusedMessages: number } | null); database: { state: (("ok" | "unreachable" | "silent" | "full" | "read-only") | null); reason: (string | null); kind: ("embedded" | "external"); version: (string | null); latencyMs: (number | null); connectionsUsed: (number | null); connectionsMax: (number | null); sizeBytes: (number | null); startedAt: (string | null); cuts: (number | null); restarts: (number | null); lastLoss: (SystemStateDatabaseLastLoss | null) }; disk: ({ step: ("ok" | "low" | "very-low" | "full"); since: string; freeBytes: (number | null); totalBytes: (number | null); refused: string[]; error: (string | null) } | null); clock: ({ steps: number; lastStep: ({ at: string; byMs: number } | null) } | null); broker: ({ connected: boolean; reconnects: number } | null); spool: { windowsWaiting: number; windowsDropped: number; windowsHeld: number; diskBytes: number; damagedRecords: number; failures: number; interruption: ({ lastSignAt: string; windows: number } | null) }; queues: { id: string; title: string; where: string; fill: (number | null); bound: (number | null); unit: ("windows" | "bytes" | "jobs" | "messages"); dropped: (number | null); atBound: string }[] } };
  /** Processes: roles, restarts, memory, processor */
  "GET /system/processes": { input: Record<never, never>; output: { name: string; host: (string | null); pid: (number | null); roles: ("http" | "collector" | "writer" | "jobs")[]; state: ("starting" | "running" | "waiting" | "stopping" | "silent"); startedAt: (string | null); lastHeardAt: (string | null); restarts: (number | null); lastExit: (SystemStateDatabaseLastLoss | null); memoryBytes: (number | null); cpuShare: (number | null) }[] };
  /** Faults of P4Twin itself, newest first */
  "GET /system/incidents": { input: { open?: boolean; limit?: number }; output: { incidents: { key: string; kind: ("process" | "database" | "disk" | "clock" | "spool" | "broker" | "collector" | "notifications"); severity: ("warning" | "critical"); title: string; cause: string; evidence: { label: string; value: string }[]; id: string; raisedAt: string; clearedAt: (string | null); times: number }[]; complete: boolean } };
  /** Disk and retention of stored windows, by their length */
  "GET /system/windows": { input: Record<never, never>; output: { levelS: number; bytes: number; retentionDays: number }[] };
  /** Settings */
  "GET /system/settings": { input: Record<never, never>; output: SystemSettings };
  /** Change settings */
  "PATCH /system/settings": { input: { retentionDays?: number; retention10sDays?: number; retention1minDays?: number; retention1hDays?: number; auditRetentionDays?: (number | null); incidentQuietS?: number; twoFactorFrom?: (("viewer" | "operator" | "owner") | null) }; output: SystemSettings };
  /** Counters of every exporter heard, of the collector and of the writer; null before it listens */
  "GET /telemetry": { input: Record<never, never>; output: ({ atMs: number; startedMs: number; clock: { steps: number; lastStepMs: (number | null); lastStepAtMs: (number | null); offsetMs: number }; source: ("recvmmsg" | "dgram"); host: string; ports: { port: number; sockets: number; requestedBufferBytes: number; grantedBufferBytes: number }[]; arrived: number; kernelDropped: (number | null); notAccepted: number; tooMany: number; refused: number; refusedSenders: { address: string; reason: ("not-accepted" | "too-many"); datagrams: number; lastHeardMs: number }[]; refusedElsewhere: number; forgotten: { exporters: number; datagrams: number }; frames: ({ interface: string; seen: number; passedOver: number; leftToSocket: number; taken: number; inBand: number; zeroChecksums: number; wrongChecksums: number; kernelDropped: (number | null) } | null); checksumDrops: (number | null); windows: number; cpuMs: (number | null); partsRefused: number; clocks: { firstNode: number; secondNode: number; restarts: number; skew: { offsetUs: (number | null); uncertaintyUs: (number | null); driftPpm: (number | null); offsetAtMostUs: (number | null); samples: number; method: ("both-ways" | "one-way" | "none") } }[]; clockStepsBack: number; unmatchedReports: CapturesRunsListResultUnmatchedReports[]; strangers: CapturesRunsListResultUnmatchedReports[]; reportsPerS: (number | null); paths: CapturesGetSummaryPaths[]; watchers: number; writer: { received: number; stored: number; duplicates: number; dropped: number; queued: number; failures: number; mended: number; spool: ({ waiting: number; diskBytes: number; held: { rows: number; bytes: number }; evicted: number; damaged: { records: number; rows: number; bytes: number }; writeErrors: number; lastError: (string | null) } | null); interruption: ({ lastSignMs: number; rows: number } | null) }; exporters: { address: string; label: (string | null); listed: boolean; arrived: number; limited: number; sampledOut: number; sampleOneIn: number; queueDropped: number; kernelDropped: number; received: number; decoded: number; undecodable: number; undecodableByReason: Record<string, number>; reports: number; matched: number; waiting: number; unmatched: number; unmatchedByReason: Record<string, number>; recorded: number; droppedPackets: number; deviations: Record<string, number>; rawElements: Record<string, string>; units: ({ timestamp: ("ns" | "us"); latency: ("ns" | "us"); basis: ("settings" | "evidence" | "assumed" | "doubtful" | "mixed"); evidence: string; byNode: { nodeIds: number[]; timestamp: (("ns" | "us") | null); latency: (("ns" | "us") | null); evidence: string }[] } | null); sequenceGaps: number; late: number; sequenceRestarts: number; untracked: number; reportsPerS: (number | null); formats: string[]; nodeIds: number[]; nodeIdsCapped: boolean; firstHeardMs: number; lastHeardMs: number; lastBad: ({ atMs: number; reason: string; length: number; hex: string } | null) }[] } | null) };
  /** Processes of an installation that has several; empty where one does everything */
  "GET /telemetry/processes": { input: Record<never, never>; output: { id: string; host: string; roles: ("http" | "collector" | "writer" | "jobs")[]; startedAt: string; lastHeardAt: string; datagrams: (number | null); windowsSent: (number | null); windowsWaiting: (number | null); windowsStored: (number | null); reconnects: number; liveLost: number }[] };
  /** Exporters for which something is set */
  "GET /telemetry/exporters": { input: Record<never, never>; output: TelemetryExportersList[] };
  /** Set how the datagrams of one exporter are read; in force at once */
  "PUT /telemetry/exporters/{address}": { input: { address: string } & { label?: (string | null); accepted?: boolean; profile?: { timestampUnit?: ("ns" | "us"); latencyUnit?: ("ns" | "us"); clockBits?: (48 | 64); intLayout?: ("auto" | "0.4" | "0.5" | "1.0"); itemWidths?: ("auto" | "standard" | "wide"); reportFlags?: ("auto" | "standard" | "early"); intFlags?: ("auto" | "standard" | "late"); sequenceShift?: number; tcpPlacement?: ("auto" | "after-options" | "after-fixed-header"); intDscp?: number[]; intPorts?: number[]; greProtocol?: number; domains?: { id: number; items: { bit: number; name: string; words: number; sourceOnly?: boolean }[] }[]; intV2Layout?: ("specified" | "length-hops" | "domain-reversed"); payload?: ("report" | "int" | "ethernet" | "ip"); ipIdentification?: ("none" | "vqueue-bmv2" | "queue-bmv2" | "vqueue-smartnic"); nodeId?: (number | null); tcpInt?: ("off" | "on" | "echoLinkFirst"); mri?: boolean; ifaProtocols?: number[]; ioamTime?: ("unknown" | "posix" | "ptp" | "ntp"); clocksSynchronised?: boolean; delayElements?: ("registered" | "fluvia"); dialect?: ("auto" | "standard" | "bmv2" | "fabric-tna" | "fabric-tna-bmv2" | "onos-bmv2" | "geant-bmv2" | "geant-tofino" | "geant-0.4" | "host-int" | "cablelabs" | "paolucci-bmv2" | "vqueue-bmv2" | "queue-bmv2" | "vqueue-smartnic" | "tcp-int" | "mri" | "ifa" | "ioam-linux" | "ipfix-fluvia" | "cse-534-bmv2" | "elavinal-bmv2") }; maxDatagramsPerSecond?: (number | null); sampleOneIn?: number }; output: TelemetryExportersList };
  /** Take an exporter off the list; it is read by the default profile again, unless only listed ones are */
  "DELETE /telemetry/exporters/{address}": { input: { address: string }; output: { done: true } };
  /** Nodes that reports name, by exporter or its domain and id, with the names that they were given */
  "GET /telemetry/nodes": { input: Record<never, never>; output: { domain: string; nodeId: number; name: (string | null); exporters: { address: string; label: (string | null) }[] }[] };
  /** Name a node of a domain, or take its name away */
  "PUT /telemetry/nodes/{nodeId}/name": { input: { nodeId: number } & { domain: string; name: (string | null) }; output: { done: true } };
  /** Put an exporter into a domain: exporters of one domain mean the same nodes by the same ids */
  "PUT /telemetry/exporters/{address}/domain": { input: { address: string } & { domain: (string | null) }; output: { done: true } };
  /** Whether only listed exporters are accepted */
  "GET /telemetry/acceptance": { input: Record<never, never>; output: TelemetryAcceptance };
  /** Accept only listed exporters, or all */
  "PUT /telemetry/acceptance": { input: { acceptOnlyListed?: boolean }; output: TelemetryAcceptance };
  /** Topologies with their newest version */
  "GET /topologies": { input: Record<never, never>; output: { id: string; name: string; createdAt: string; versionCount: number; latest: ChainsListLatest; nodeCount: number; deviceCount: number; linkCount: number }[] };
  /** Store a new topology; mistakes in the file come back as diagnostics */
  "POST /topologies": { input: { name?: string; content: (TopologiesCreateInputContent | { document: Record<string, unknown> }) }; output: (TopologiesCreate | ChainsCreate) };
  /** One version of a topology */
  "GET /topology-versions/{versionId}": { input: { versionId: string }; output: TopologiesGet };
  /** Store a new version of a topology */
  "POST /topologies/{id}/versions": { input: { id: string } & { content: (TopologiesCreateInputContent | { document: Record<string, unknown> }) }; output: (TopologiesCreate | ChainsCreate) };
  /** Generate a fat tree and store it */
  "POST /topologies/fat-tree": { input: { name?: string; racks: number; serversPerRack: number; cores?: number; serverProfile?: string; accelerators?: (string | null)[]; tors?: (string | null)[]; switchDelayUs?: number; pcieGbps?: number; accessGbps?: number; uplinkGbps?: number }; output: TopologiesGet };
  /** Rename a topology */
  "PATCH /topologies/{id}": { input: { id: string } & { name: string }; output: { done: true } };
  /** Remove a topology */
  "DELETE /topologies/{id}": { input: { id: string }; output: { done: true } };
  /** Undo the removal of a topology */
  "POST /topologies/{id}/restore": { input: { id: string }; output: { done: true } };
  /** Segments of a deployment with what is predicted of them, or was at a moment */
  "GET /deployments/{deploymentId}/twin": { input: { deploymentId: string; at?: string }; output: { deploymentId: string; name: string; chainName: (string | null); status: ("active" | "paused"); revision: number; segments: { prediction: TwinGetSegmentsPrediction; elementPredictions: TwinGetSegmentsPrediction[]; unseen: (TwinGetSegmentsPrediction | null); queues: { label: string; element: number; offeredPps: number; servedPps: (number | null); utilisation: (number | null); source: ("measured" | "stated"); depth: (number | null) }[]; segment: DeploymentsListSegments; drift: (TwinGetSegmentsDrift | null); predictedAt: (string | null) }[] } };
  /** Observed latency over time, as columns, and what was predicted at each moment */
  "POST /deployments/{deploymentId}/windows": { input: { deploymentId: string } & { segmentIds?: string[]; parts?: number[]; range: ExploreReportsInputRange; maxPoints?: number }; output: { bucketMs: number; series: { segmentId: string; part: number; startMs: number[]; count: number[]; meanUs: (number | null)[]; p50Us: (number | null)[]; p95Us: (number | null)[]; p99Us: (number | null)[]; maxUs: (number | null)[]; abovePl: number[]; aboveDl: number[]; dropped: number[] }[]; predictions: { segmentId: string; atMs: number; meanUs: (number | null); lowUs: (number | null); highUs: (number | null) }[] } };
  /** Verdict, residual and distribution of every segment over a range */
  "POST /deployments/{deploymentId}/state": { input: { deploymentId: string } & { range: ExploreReportsInputRange }; output: { segmentId: string; verdict: ("holds" | "drifts" | "violated" | "noData"); ruling: TwinStateRuling; residual: ({ us: number; share: number } | null); alarmRaised: boolean; judgedS: number; parts: TwinStateParts[]; elementResiduals: ({ us: number; share: number } | null)[]; distribution: CapturesGetSummaryDistribution[] }[] };
  /** Observed less predicted over time, coverage of the interval, changes of the prediction */
  "POST /deployments/{deploymentId}/residuals": { input: { deploymentId: string } & { segmentIds?: string[]; range: ExploreReportsInputRange; maxPoints?: number }; output: { bucketMs: number; nominalCoverage: number; segments: { segmentId: string; residuals: TwinResidualsSegmentsResiduals; held: TwinResidualsSegmentsHeld; coverage: TwinResidualsSegmentsCoverage; calibration: TwinResidualsSegmentsCalibration; packetsAbove: (TwinResidualsSegmentsPacketsAbove | null); bias: (TwinResidualsSegmentsBias | null); drift: (TwinGetSegmentsDrift | null); predictions: { atMs: number; meanUs: (number | null); basisChanged: boolean }[] }[] } };
  /** What would have happened with another profile, program, engine or pair of limits */
  "POST /deployments/{deploymentId}/replay": { input: { deploymentId: string } & { segmentId: string; range: ExploreReportsInputRange; model?: { devices?: Record<string, string>; programs?: Record<string, string>; engine?: string; plUs?: number; dlUs?: number; alarm?: DeploymentsCreateInputSegmentsAlarm; drift?: { warmWindows?: number; learnWindows?: number; allowance?: number; threshold?: number; clip?: number; minShare?: number; leastWindows?: number; memoryWindows?: number; clearWindows?: number } }; maxPoints?: number }; output: { stepMs: number; exact: boolean; asBound: TwinReplayAsBound; replayed: TwinReplayAsBound } };
  /** Branch and action probabilities learnt from counters, and the expected latency with its interval */
  "POST /twin/branches": { input: { program: string; device: string; engine?: string; counters: unknown }; output: ({ ok: true; meanUs: (number | null); lowUs: (number | null); highUs: (number | null); packet: ({ lowUs: number; highUs: number } | null); countedSigmaUs: (number | null); places: SwitchesPredictionPlaces[]; probabilities: { tables: Record<string, Record<string, number>>; conditions: Record<string, (number | Record<string, number>)>; states: Record<string, Record<string, number>> }; uncounted: string[]; untold: string[]; notes: string[]; diagnostics: ChainsCreateDiagnostics[] } | ChainsCreate) };
  /** How drifts of the models are looked for */
  "GET /twin/settings": { input: Record<never, never>; output: TwinSettings };
  /** Change how drifts of the models are looked for */
  "PUT /twin/settings": { input: { warmWindows?: number; learnWindows?: number; allowance?: number; threshold?: number; clip?: number; minShare?: number; leastWindows?: number; memoryWindows?: number; clearWindows?: number }; output: TwinSettings };
  /** Every segment of every deployment over the last minute, worst first */
  "GET /overview": { input: Record<never, never>; output: { deploymentId: string; deploymentName: string; chainName: (string | null); segmentId: string; segmentName: string; kind: ("uc1" | "uc2"); plUs: number; dlUs: number; verdict: ("holds" | "drifts" | "violated" | "noData"); ruling: TwinStateRuling; residual: ({ us: number; share: number } | null); predicted: TwinGetSegmentsPrediction; summary: TwinStateParts; sparkline: { startMs: number[]; p99Us: (number | null)[] } }[] };
  /** Who you are; null when nobody is signed in */
  "GET /me": { input: Record<never, never>; output: ({ id: string; name: string; email: string; role: ("viewer" | "operator" | "owner"); installationOwner: boolean; mustSetUpTwoFactor: boolean } | null) };
  /** Accounts */
  "GET /users": { input: Record<never, never>; output: UsersList[] };
  /** Invite somebody: makes the account and its one-time sign-in link */
  "POST /users": { input: { email: string; name: string; role?: ("viewer" | "operator" | "owner") }; output: { user: UsersList; link: { url: string; expiresAt: string } } };
  /** Change what somebody may do */
  "PUT /users/{id}/role": { input: { id: string } & { role: ("viewer" | "operator" | "owner") }; output: UsersList };
  /** Remove an account with its sessions and tokens */
  "DELETE /users/{id}": { input: { id: string }; output: { done: true } };
  /** Keep somebody out until the account is enabled again; ends its sessions, refuses its tokens */
  "POST /users/{id}/disable": { input: { id: string }; output: UsersList };
  /** Let a disabled account in again */
  "POST /users/{id}/enable": { input: { id: string }; output: UsersList };
  /** End all sessions of somebody */
  "POST /users/{id}/sign-out": { input: { id: string }; output: AccountSetPassword };
  /** Turn somebody's two-factor sign-in off: the phone and the backup codes are lost */
  "POST /users/{id}/two-factor/off": { input: { id: string }; output: UsersList };
  /** Your API tokens */
  "GET /tokens": { input: Record<never, never>; output: UsersTokensList[] };
  /** Make an API token; needs a session, not a token */
  "POST /tokens": { input: { name: string; role?: ("viewer" | "operator" | "owner"); nouns?: (("audit" | "captures" | "chains" | "demo" | "deployments" | "devices" | "discovery" | "engines" | "events" | "explore" | "notifications" | "placements" | "plans" | "programs" | "refits" | "reports" | "reviews" | "scenarios" | "schemas" | "servers" | "switches" | "system" | "telemetry" | "topologies" | "twin" | "voids")[] | null); expiresInDays?: number }; output: { token: string; entry: UsersTokensList } };
  /** Revoke one of your API tokens; needs a session, not a token */
  "DELETE /tokens/{id}": { input: { id: string }; output: { done: true } };
  /** Windows of a deployment that were taken out as wrong, with the notes, newest first */
  "POST /deployments/{deploymentId}/voids/list": { input: { deploymentId: string } & { range?: { from: string; to: string } }; output: VoidsList[] };
  /** Take wrong windows out of a twin, with a note that it and its reports show */
  "POST /deployments/{deploymentId}/voids": { input: { deploymentId: string } & { segmentId?: (string | null); range: ExploreReportsInputRange; note: string }; output: VoidsList };
  /** Put voided windows back into the twin */
  "DELETE /voids/{id}": { input: { id: string }; output: { done: true } };
  /** Workspaces that you may enter: name one in the header x-p4twin-workspace, or in ?workspace= */
  "GET /workspaces/mine": { input: Record<never, never>; output: { id: string; name: string; role: ("viewer" | "operator" | "owner"); current: boolean }[] };
  /** All workspaces, archived ones too */
  "GET /workspaces": { input: Record<never, never>; output: WorkspacesList[] };
  /** Make a workspace */
  "POST /workspaces": { input: { name: string }; output: WorkspacesList };
  /** Rename a workspace */
  "PATCH /workspaces/{id}": { input: { id: string } & { name: string }; output: WorkspacesList };
  /** Archive a workspace: nobody enters it and it takes no telemetry; nothing is deleted */
  "DELETE /workspaces/{id}": { input: { id: string }; output: WorkspacesList };
  /** Open an archived workspace again */
  "POST /workspaces/{id}/restore": { input: { id: string }; output: WorkspacesList };
  /** Members of this workspace */
  "GET /members": { input: Record<never, never>; output: WorkspacesMembersList[] };
  /** Let somebody who has an account into this workspace */
  "POST /members": { input: { email: string; role?: ("viewer" | "operator" | "owner") }; output: WorkspacesMembersList };
  /** Change what a member may do in this workspace */
  "PUT /members/{userId}/role": { input: { userId: string } & { role: ("viewer" | "operator" | "owner") }; output: WorkspacesMembersList };
  /** Take somebody out of this workspace */
  "DELETE /members/{userId}": { input: { userId: string }; output: { done: true } };
};
