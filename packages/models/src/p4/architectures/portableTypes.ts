/** A number of the portable architectures: name without `_t`, width in the pipeline, width in headers. */
type PortableType = readonly [name: string, bits: number, headerBits?: number];

/**
 * The numbers of PSA (1.2, 4.1) and PNA (0.7, 4.1): for each a type for the pipeline and one for headers,
 * which P4Runtime translates, and functions `psa_PortId_header_to_int` … between the two. Widths are those of
 * p4c's BMv2 files.
 */
export function portableTypes(prefix: "psa" | "pna", types: readonly PortableType[]): string {
  const declare = (name: string, bits: number, translated: number): string =>
    `typedef bit<${bits}> ${name}Uint_t;
@p4runtime_translation("p4.org/${prefix}/v1/${name}_t", ${translated})
type ${name}Uint_t ${name}_t;
`;
  const convert = (name: string): string =>
    `${name}_t ${prefix}_${name}_header_to_int(in ${name}InHeader_t x) {
    return (${name}_t)(${name}Uint_t)(${name}InHeaderUint_t)x;
}
${name}InHeader_t ${prefix}_${name}_int_to_header(in ${name}_t x) {
    return (${name}InHeader_t)(${name}InHeaderUint_t)(${name}Uint_t)x;
}
`;
  return types
    .map(([name, bits, headerBits = bits]) =>
      [
        declare(name, bits, headerBits),
        declare(`${name}InHeader`, headerBits, headerBits),
        convert(name),
      ].join(""),
    )
    .join("");
}

/** Extern objects that PSA (1.2, chapter 7) and PNA share; `algorithm`, `counter` … are the names of their enums. */
export function portableExterns(prefix: "PSA" | "PNA"): string {
  return `enum ${prefix}_IdleTimeout_t { NO_TIMEOUT, NOTIFY_CONTROL }

enum ${prefix}_HashAlgorithm_t {
    IDENTITY,
    CRC32,
    CRC32_CUSTOM,
    CRC16,
    CRC16_CUSTOM,
    ONES_COMPLEMENT16,
    TOEPLITZ,
    TARGET_DEFAULT
}

enum ${prefix}_CounterType_t { PACKETS, BYTES, PACKETS_AND_BYTES }
enum ${prefix}_MeterType_t { PACKETS, BYTES }
enum ${prefix}_MeterColor_t { RED, GREEN, YELLOW }

match_kind {
    range,
    selector,
    optional
}

extern Hash<O> {
    Hash(${prefix}_HashAlgorithm_t algo);
    O get_hash<D>(in D data);
    O get_hash<T, D>(in T base, in D data, in T max);
}

extern Checksum<W> {
    Checksum(${prefix}_HashAlgorithm_t hash);
    void clear();
    void update<T>(in T data);
    W get();
}

extern InternetChecksum {
    InternetChecksum();
    void clear();
    void add<T>(in T data);
    void subtract<T>(in T data);
    bit<16> get();
    bit<16> get_state();
    void set_state(in bit<16> checksum_state);
}

// the number of bytes is an addition of DPDK
extern Counter<W, S> {
    Counter(bit<32> n_counters, ${prefix}_CounterType_t type);
    void count(in S index, @optional in bit<32> increment);
}

extern DirectCounter<W> {
    DirectCounter(${prefix}_CounterType_t type);
    void count(@optional in bit<32> increment);
}

extern Meter<S> {
    Meter(bit<32> n_meters, ${prefix}_MeterType_t type);
    ${prefix}_MeterColor_t execute(in S index, @optional in ${prefix}_MeterColor_t color);
    ${prefix}_MeterColor_t dpdk_execute(in S index, in ${prefix}_MeterColor_t color, in bit<32> pkt_len);
    ${prefix}_MeterColor_t dpdk_execute(in S index, in bit<32> pkt_len);
}

extern DirectMeter {
    DirectMeter(${prefix}_MeterType_t type);
    ${prefix}_MeterColor_t execute(@optional in ${prefix}_MeterColor_t color, @optional in bit<32> pkt_len);
    ${prefix}_MeterColor_t dpdk_execute(in ${prefix}_MeterColor_t color, in bit<32> pkt_len);
    ${prefix}_MeterColor_t dpdk_execute(in bit<32> pkt_len);
}

extern Register<T, S> {
    Register(bit<32> size);
    Register(bit<32> size, T initial_value);
    T read(in S index);
    void write(in S index, in T value);
}

extern Random<T> {
    Random(T min, T max);
    T read();
}

extern ActionProfile {
    ActionProfile(bit<32> size);
}

extern ActionSelector {
    ActionSelector(${prefix}_HashAlgorithm_t algo, bit<32> size, bit<32> outputWidth);
}

extern Digest<T> {
    Digest();
    void pack(in T data);
}
`;
}
