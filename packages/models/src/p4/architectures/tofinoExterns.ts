/** Methods of the stateful ALU of Tofino 2, alike in all its actions. */
const STATEFUL_2 = `    P4TWIN_RESULT predicate(
        @optional in bool cmp0,
        @optional in bool cmp1,
        @optional in bool cmp2,
        @optional in bool cmp3);
    P4TWIN_RESULT address(@optional bit<1> subword);
    bit<8> min8<V>(in V val, in bit<16> mask, @optional out bit<4> index, @optional in int<9> postmod);
    bit<8> max8<V>(in V val, in bit<16> mask, @optional out bit<4> index, @optional in int<9> postmod);
    bit<16> min16<V>(in V val, in bit<8> mask, @optional out bit<3> index, @optional in int<9> postmod);
    bit<16> max16<V>(in V val, in bit<8> mask, @optional out bit<3> index, @optional in int<9> postmod);
`;

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);

/** An action of Tofino 2 with `count` results of different types: `RegisterAction2` … `MinMaxAction4`. */
function severalResults(
  name: string,
  types: string,
  register: string,
  index: "index" | "none",
  value: string,
  count: number,
): string {
  const results = range(1, count).map((i) => `U${i}`);
  const further = range(2, count).map((i) => `out U${i} rv${i}`);
  const all = range(1, count).map((i) => `out U${i} rv${i}`);
  const run = [...(index === "index" ? ["in I index"] : []), ...further].join(", ");
  const methods = STATEFUL_2.replaceAll("P4TWIN_RESULT predicate", "R predicate<R>").replaceAll(
    "P4TWIN_RESULT address",
    "R address<R>",
  );
  return `extern ${name}${count}<${[types, ...results].join(", ")}> {
    ${name}${count}(${register} reg);
    U1 execute(${run});
    abstract void apply(inout ${value} value, ${all.join(", ")});
    @optional abstract void overflow(@optional inout ${value} value, ${all.join(", ")});
    @optional abstract void underflow(@optional inout ${value} value, ${all.join(", ")});
${methods}}
`;
}

const TOFINO_2_ACTIONS = [2, 3, 4]
  .flatMap((count) => [
    severalResults("RegisterAction", "T, I", "Register<_, _>", "index", "T", count),
    severalResults("DirectRegisterAction", "T", "DirectRegister<T>", "none", "T", count),
    severalResults("MinMaxAction", "T, I", "Register<T, _>", "index", "bit<128>", count),
  ])
  .join("");

const RESULTS = "@optional out U rv2, @optional out U rv3, @optional out U rv4";
const ALL_RESULTS = `@optional out U rv1, ${RESULTS}`;

/** Extern objects and functions of both Tofino chips (open-p4studio), as far as public programs use them. */
export const TOFINO_EXTERNS_P4 = `enum MeterType_t { PACKETS, BYTES }
enum bit<8> MeterColor_t { GREEN = 0, YELLOW = 1, RED = 3 }
enum CounterType_t { PACKETS, BYTES, PACKETS_AND_BYTES }
enum SelectorMode_t { FAIR, RESILIENT }
enum HashAlgorithm_t { IDENTITY, RANDOM, XOR8, XOR16, XOR32, CRC8, CRC16, CRC32, CRC64, CUSTOM }
enum MathOp_t { MUL, SQR, SQRT, DIV, RSQR, RSQRT }

extern Checksum {
    Checksum();
    void add<T>(in T data);
    void subtract<T>(in T data);
    bool verify();
    void subtract_all_and_deposit<T>(out T residual);
    bit<16> get();
    bit<16> update<T>(in T data, @optional in bool zeros_as_ones);
}

extern ParserCounter {
    ParserCounter();
    void set<T>(in T value);
    void set<T>(in T field, in bit<8> max, in bit<8> rotate, in bit<8> mask, in bit<8> add);
    void push<T>(in T value, @optional bool update_with_top);
    void pop();
    bool is_zero();
    bool is_negative();
    void increment(in bit<8> value);
    void decrement(in bit<8> value);
}

extern ParserPriority {
    ParserPriority();
    void set(in bit<3> prio);
}

extern CRCPolynomial<T> {
    CRCPolynomial(T coeff, bool reversed, bool msb, bool extended, T init, T xor);
}

extern Hash<W> {
    Hash(HashAlgorithm_t algo);
    Hash(HashAlgorithm_t algo, CRCPolynomial<_> poly);
    W get<D>(in D data);
}

extern Random<W> {
    Random();
    W get();
}

extern IdleTimeout {
    IdleTimeout();
}

extern T max<T>(in T t1, in T t2);
extern T min<T>(in T t1, in T t2);
extern void funnel_shift_right<T>(inout T dst, in T src1, in T src2, int shift_amount);
extern void invalidate<T>(in T field);
extern bool is_validated<T>(in T field);
extern T port_metadata_unpack<T>(packet_in pkt);
extern bit<32> sizeInBits<H>(in H h);
extern bit<32> sizeInBytes<H>(in H h);

extern Counter<W, I> {
    Counter(bit<32> size, CounterType_t type, @optional bool true_egress_accounting);
    void count(in I index, @optional in bit<32> adjust_byte_count);
}

extern DirectCounter<W> {
    DirectCounter(CounterType_t type, @optional bool true_egress_accounting);
    void count(@optional in bit<32> adjust_byte_count);
}

extern Meter<I> {
    Meter(bit<32> size, MeterType_t type, @optional bool true_egress_accounting);
    Meter(bit<32> size, MeterType_t type, bit<8> red, bit<8> yellow, bit<8> green, @optional bool true_egress_accounting);
    bit<8> execute(in I index, in MeterColor_t color, @optional in bit<32> adjust_byte_count);
    bit<8> execute(in I index, @optional in bit<32> adjust_byte_count);
}

extern DirectMeter {
    DirectMeter(MeterType_t type, @optional bool true_egress_accounting);
    DirectMeter(MeterType_t type, bit<8> red, bit<8> yellow, bit<8> green, @optional bool true_egress_accounting);
    bit<8> execute(in MeterColor_t color, @optional in bit<32> adjust_byte_count);
    bit<8> execute(@optional in bit<32> adjust_byte_count);
}

extern Lpf<T, I> {
    Lpf(bit<32> size);
    T execute(in T val, in I index);
}

extern DirectLpf<T> {
    DirectLpf();
    T execute(in T val);
}

extern Wred<T, I> {
    Wred(bit<32> size, bit<8> drop_value, bit<8> no_drop_value);
    bit<8> execute(in T val, in I index);
}

extern DirectWred<T> {
    DirectWred(bit<8> drop_value, bit<8> no_drop_value);
    bit<8> execute(in T val);
}

extern Register<T, I> {
    Register(bit<32> size);
    Register(bit<32> size, T initial_value);
    T read(in I index);
    T write(in I index, in T value);
    void clear(in T value, @optional in T busy);
}

extern DirectRegister<T> {
    DirectRegister();
    DirectRegister(T initial_value);
    T read();
    T write(in T value);
    void clear(in T value, @optional in T busy);
}

extern RegisterParam<T> {
    RegisterParam(T initial_value);
    T read();
}

extern MathUnit<T> {
    MathUnit(bool invert, int<2> shift, int<6> scale, tuple<${Array.from({ length: 16 }, () => "bit<8>").join(", ")}> data);
    MathUnit(MathOp_t op, int factor);
    MathUnit(MathOp_t op, int A, int B);
    T execute(in T x);
}

#if P4TWIN_TOFINO == 2
extern RegisterAction<T, I, U> {
    RegisterAction(Register<_, _> reg);
    U execute(@optional in I index, ${RESULTS});
    U execute_log(${RESULTS});
    U enqueue(${RESULTS});
    U dequeue(${RESULTS});
    U push(${RESULTS});
    U pop(${RESULTS});
    void sweep(@optional in U busy);
    abstract void apply(inout T value, ${ALL_RESULTS});
    @optional abstract void overflow(@optional inout T value, ${ALL_RESULTS});
    @optional abstract void underflow(@optional inout T value, ${ALL_RESULTS});
${STATEFUL_2.replaceAll("P4TWIN_RESULT", "U")}}

extern DirectRegisterAction<T, U> {
    DirectRegisterAction(DirectRegister<T> reg);
    U execute(${RESULTS});
    abstract void apply(inout T value, ${ALL_RESULTS});
${STATEFUL_2.replaceAll("P4TWIN_RESULT", "U")}}

extern MinMaxAction<T, I, U> {
    MinMaxAction(Register<T, _> reg);
    U execute(@optional in I index, ${RESULTS});
    abstract void apply(inout bit<128> value, ${ALL_RESULTS});
${STATEFUL_2.replaceAll("P4TWIN_RESULT", "U")}}

extern LearnAction<T, I, D, U> {
    LearnAction(Register<T, I> reg);
    U execute(in I index, ${RESULTS});
    abstract void apply(inout T value, in D digest, in bool learn, ${ALL_RESULTS});
${STATEFUL_2.replaceAll("P4TWIN_RESULT", "U")}}

${TOFINO_2_ACTIONS}
extern Pktgen {
    Pktgen();
    void emit<T>(in T hdr);
}
#else
extern RegisterAction<T, I, U> {
    RegisterAction(Register<_, _> reg);
    U execute(in I index);
    U execute_log();
    abstract void apply(inout T value, @optional out U rv);
    U predicate(@optional in bool cmplo, @optional in bool cmphi);
}

extern DirectRegisterAction<T, U> {
    DirectRegisterAction(DirectRegister<T> reg);
    U execute();
    abstract void apply(inout T value, @optional out U rv);
    U predicate(@optional in bool cmplo, @optional in bool cmphi);
}
#endif

extern ActionProfile {
    ActionProfile(bit<32> size);
}

extern ActionSelector {
    ActionSelector(ActionProfile action_profile, Hash<_> hash, SelectorMode_t mode, bit<32> max_group_size, bit<32> num_groups);
    ActionSelector(ActionProfile action_profile, Hash<_> hash, SelectorMode_t mode, Register<bit<1>, _> reg, bit<32> max_group_size, bit<32> num_groups);
    ActionSelector(bit<32> size, Hash<_> hash, SelectorMode_t mode);
    ActionSelector(bit<32> size, Hash<_> hash, SelectorMode_t mode, Register<bit<1>, _> reg);
}

extern SelectorAction {
    SelectorAction(ActionSelector sel);
    bit<1> execute(@optional in bit<32> index);
    abstract void apply(inout bit<1> value, @optional out bit<1> rv);
}

extern Mirror {
    Mirror();
    Mirror(MirrorType_t mirror_type);
    void emit(in MirrorId_t session_id);
    void emit<T>(in MirrorId_t session_id, in T hdr);
}

extern Resubmit {
    Resubmit();
    Resubmit(ResubmitType_t resubmit_type);
    void emit();
    void emit<T>(in T hdr);
}

extern Digest<T> {
    Digest();
    Digest(DigestType_t digest_type);
    void pack(in T data);
}

extern Atcam {
    Atcam(@optional bit<32> number_partitions);
}

extern Alpm {
    Alpm(
        @optional bit<32> number_partitions,
        @optional bit<32> subtrees_per_partition,
        @optional bit<32> atcam_subset_width,
        @optional bit<32> shift_granularity);
}
`;
