/** What measures: versions and machine, in words that a profile can cite. */
export type RigEvidence = {
  switchVersion: string;
  compilerVersion: string;
  /** processor, processors there are, kernel */
  machine: string;
  processors: number;
  /** day of the measurement, YYYY-MM-DD */
  date: string;
};

/** One start of the switch with a program, and the packets that it gets. */
export type ProbeJob = {
  program: string;
  /** path of its P4 text */
  source: string;
  /** commands for the switch's own command line */
  commands: string;
  /** hexadecimal; bytes 44 and 45 take the sequence */
  frame: string;
  /** measured ones, after those that warm up */
  packets: number;
  perSecond: number;
};

/** Latencies of the packets that came through, in us, in the order in which they were sent. */
export type ProbeCapture = { latenciesUs: number[] };

/** A switch between two interfaces. Tests give a simulated one. */
export type ProbeRig = {
  evidence(): Promise<RigEvidence>;
  /** now: processes that want to run, as a mean of a minute */
  loadAverage(): number;
  /** Throws an InputError that names the tool and what it says. */
  measure(job: ProbeJob): Promise<ProbeCapture>;
  close(): Promise<void>;
};

/** Paths or names of what a rig starts. */
export type RigTools = { compiler: string; switch: string };
