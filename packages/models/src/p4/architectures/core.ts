/** `core.p4`: what every P4_16 architecture builds on (P4_16 1.2.5, appendix D), in our own words. */
export const CORE_P4 = `#ifndef _CORE_P4_
#define _CORE_P4_

error {
    NoError,
    PacketTooShort,         // not enough bits left for extract
    NoMatch,                // no case of a select matched
    StackOutOfBounds,       // an index outside a header stack
    HeaderTooShort,         // more bits than a varbit field holds
    ParserTimeout,
    ParserInvalidArgument
}

match_kind {
    exact,
    ternary,
    lpm
}

// The packet as a parser reads it.
extern packet_in {
    void extract<T>(out T hdr);
    void extract<T>(out T variableSizeHeader, in bit<32> variableFieldSizeInBits);
    T lookahead<T>();
    void advance(in bit<32> sizeInBits);
    bit<32> length();
}

// The packet as a deparser writes it.
extern packet_out {
    void emit<T>(in T hdr);
}

// Leaves the parser with the error when the check fails.
extern void verify(in bool check, in error toSignal);

extern bool static_assert(bool check);
extern bool static_assert(bool check, string message);

@noWarn("unused")
action NoAction() { }

#endif
`;
