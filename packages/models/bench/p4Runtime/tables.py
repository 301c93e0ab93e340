"""Writes of table entries of every kind and of their defaults, counters and meters."""

from pipeline import *

# --- writes
mac = lambda n: bytes([n])
wr("insert", [(I, te("I.dst", [(1, "e", mac(1))], "I.fwd", [b"\x01"]))])
wr("insert again", [(I, te("I.dst", [(1, "e", mac(1))], "I.fwd", [b"\x02"]))])
wr("modify", [(M, te("I.dst", [(1, "e", mac(1))], "I.fwd", [b"\x02"]))])
wr("modify missing", [(M, te("I.dst", [(1, "e", mac(9))], "I.fwd", [b"\x02"]))])
wr("delete missing", [(DL, te("I.dst", [(1, "e", mac(9))]))])
wr("insert by backup", [(I, te("I.dst", [(1, "e", mac(2))], "I.fwd", [b"\x01"]))], low=5)
wr("insert without id", [(I, te("I.dst", [(1, "e", mac(2))], "I.fwd", [b"\x01"]))], low=False)
wr("insert unknown device", [(I, te("I.dst", [(1, "e", mac(2))], "I.fwd", [b"\x01"]))], dev=77)
wr("no action", [(I, te("I.dst", [(1, "e", mac(3))]))])
wr("modify no action", [(M, te("I.dst", [(1, "e", mac(1))]))])
wr("unknown table", [(I, te(0x02999999, [(1, "e", mac(3))], "I.fwd", [b"\x01"]))])
wr("unknown action", [(I, te("I.dst", [(1, "e", mac(3))], 0x01999999, [b"\x01"]))])
wr("action of other table", [(I, te("I.dst", [(1, "e", mac(3))], "I.mark", [b"\x01"]))])
wr("missing key", [(I, te("I.dst", [], "I.fwd", [b"\x01"]))])
wr("unknown key", [(I, te("I.dst", [(5, "e", mac(3))], "I.fwd", [b"\x01"]))])
wr("key twice", [(I, te("I.dst", [(1, "e", mac(3)), (1, "e", mac(3))], "I.fwd", [b"\x01"]))])
wr("wrong kind", [(I, te("I.dst", [(1, "t", mac(3), mac(255))], "I.fwd", [b"\x01"]))])
wr("missing param", [(I, te("I.dst", [(1, "e", mac(3))], "I.fwd", []))])
wr("param too much", [(I, te("I.dst", [(1, "e", mac(3))], "I.fwd", [b"\x01", b"\x02"]))])
wr("param too wide", [(I, te("I.dst", [(1, "e", mac(3))], "I.fwd", [b"\x02\x00"]))])
wr("param padded", [(I, te("I.dst", [(1, "e", b"\0\0\0\0\0\x04")], "I.fwd", [b"\0\0\x03"]))])
wr("param empty", [(I, te("I.dst", [(1, "e", mac(5))], "I.fwd", [b""]))])
wr("key too wide", [(I, te("I.dst", [(1, "e", b"\x01" + b"\0" * 6)], "I.fwd", [b"\x01"]))])
wr("key empty", [(I, te("I.dst", [(1, "e", b"")], "I.fwd", [b"\x01"]))])
wr("priority in exact", [(I, te("I.dst", [(1, "e", mac(6))], "I.fwd", [b"\x01"], prio=3))])
wr("defaultonly", [(I, te("I.dst", [(1, "e", mac(6))], "NoAction"))])
wr("tableonly", [(I, te("I.dst", [(1, "e", mac(6))], "I.punt"))])
wr("tableonly as default", [(M, te("I.dst", act="I.punt", default=True))])
wr("unspecified type", [(0, te("I.dst", [(1, "e", mac(7))], "I.fwd", [b"\x01"]))])
read("dst", ask("I.dst"))
read("dst by action", te("I.dst", act="I.fwd"))
read("dst one", te("I.dst", [(1, "e", mac(1))]))
read("dst one missing", te("I.dst", [(1, "e", mac(9))]))
k = te("I.dst", [(1, "e", mac(1))])
k.table_entry.counter_data.SetInParent()
read("dst one counted", k)
k = te("I.dst", [(1, "e", mac(1))])
k.table_entry.meter_config.SetInParent()
read("dst one metered", k)
k = te("I.dst", [(1, "e", mac(1))])
k.table_entry.time_since_last_hit.SetInParent()
call(
    "dst one aged",
    lambda: str(
        len(
            [
                e
                for r in st.Read(p.ReadRequest(device_id=D, entities=[k]))
                for e in r.entities
                if e.table_entry.HasField("time_since_last_hit")
            ]
        )
    ),
)
k = te(0)
k.table_entry.time_since_last_hit.SetInParent()
call("all aged", lambda: str(len([e for r in st.Read(p.ReadRequest(device_id=D, entities=[k])) for e in r.entities])))
k = te("I.lpm_")
k.table_entry.counter_data.SetInParent()
read("counted where none", k)
wr("full 3", [(I, te("I.dst", [(1, "e", mac(0x21))], "I.fwd", [b"\x01"]))])
wr("full 4", [(I, te("I.dst", [(1, "e", mac(0x22))], "I.fwd", [b"\x01"]))])
wr("full 5", [(I, te("I.dst", [(1, "e", mac(0x23))], "I.fwd", [b"\x01"]))])
for n in (0x21, 0x22, 4):
    wr("delete %d" % n, [(DL, te("I.dst", [(1, "e", mac(n))]))])
# ternary
tn = lambda mask=[], **k: te("I.tern", mask, "I.mark", [b"\x01"], **k)
wr("ternary", [(I, tn([(1, "t", b"\x10", b"\xf0")], prio=5))])
wr("ternary no priority", [(I, tn([(1, "t", b"\x20", b"\xf0")]))])
wr("ternary negative priority", [(I, tn([(1, "t", b"\x20", b"\xf0")], prio=-1))])
wr("ternary same key other priority", [(I, tn([(1, "t", b"\x10", b"\xf0")], prio=6))])
wr("ternary same", [(I, tn([(1, "t", b"\x10", b"\xf0")], prio=6))])
wr("ternary mask 0", [(I, tn([(1, "t", b"\0", b"\0")], prio=7))])
wr("ternary bits outside", [(I, tn([(1, "t", b"\xff", b"\xf0")], prio=7))])
wr("optional", [(I, tn([(2, "o", b"\x08\x00")], prio=8))])
wr("range", [(I, tn([(3, "r", b"\x01", b"\x05")], prio=9))])
wr("range backwards", [(I, tn([(3, "r", b"\x05", b"\x01")], prio=10))])
wr("range whole", [(I, tn([(3, "r", b"\x00", b"\x01\xff")], prio=11))])
wr("all dont care", [(I, tn([], prio=12))])
read("tern", ask("I.tern"))
read("tern by priority", te("I.tern", prio=12))
read("tern key without priority", te("I.tern", [(1, "t", b"\x10", b"\xf0")]))
wr("delete wrong priority", [(DL, te("I.tern", [(1, "t", b"\x10", b"\xf0")], prio=99))])
wr("delete tern", [(DL, te("I.tern", [(1, "t", b"\x10", b"\xf0")], prio=6))])
# lpm
lp = lambda v, n: te("I.lpm_", [(1, "l", v, n)], "I.mark", [b"\x01"])
wr("lpm", [(I, lp(b"\x0a\0\0\0\0\0", 8))])
wr("lpm 0", [(I, lp(b"\0", 0))])
wr("lpm left out", [(I, te("I.lpm_", [], "I.mark", [b"\x02"]))])
wr("lpm bits behind", [(I, lp(b"\x0a\0\0\0\0\x01", 8))])
wr("lpm too long", [(I, lp(b"\x0a\0\0\0\0\0", 49))])
read("lpm", ask("I.lpm_"))
# defaults
wr("default insert", [(I, te("I.dst", act="I.drop", default=True))])
wr("default modify", [(M, te("I.dst", act="I.drop", default=True))])
read("default dst", ask("I.dst", default=True))
wr("default reset", [(M, te("I.dst", default=True))])
read("default dst reset", ask("I.dst", default=True))
wr("default delete", [(DL, te("I.dst", default=True))])
wr("default const", [(M, te("I.konst", act="I.mark", params=[b"\x01"], default=True))])
wr("default with match", [(M, te("I.dst", [(1, "e", mac(1))], "I.drop", default=True))])
wr("default priority", [(M, te("I.tern", act="I.drop", prio=2, default=True))])
wr("default of profile table", [(M, te("I.prf", act="I.drop", default=True))])
wr("keyless insert", [(I, te("I.none", [], "I.mark", [b"\x01"]))])
wr("keyless default", [(M, te("I.none", [], "I.mark", [b"\x01"], default=True))])
read("keyless default", ask("I.none", default=True))
read("keyless", ask("I.none"))
# const
wr("const insert", [(I, te("I.konst", [(1, "e", b"\x99")], "I.mark", [b"\x01"]))])
wr("const delete", [(DL, te("I.konst", [(1, "e", b"\x08\x00")]))])
wr("const modify", [(M, te("I.konst", [(1, "e", b"\x08\x00")], "I.mark", [b"\x02"]))])
wr(
    "const counter",
    [
        (
            M,
            E(
                "direct_counter_entry",
                table_entry=te("I.konst", [(1, "e", b"\x08\x00")]).table_entry,
                data=p.CounterData(byte_count=5, packet_count=6),
            ),
        )
    ],
)
read("const counter", E("direct_counter_entry", table_entry=te("I.konst", [(1, "e", b"\x08\x00")]).table_entry))
# idle
wr("idle", [(I, te("I.dst", [(1, "e", mac(0x31))], "I.fwd", [b"\x01"], idle=500000000))])
wr("idle where none", [(I, te("I.lpm_", [(1, "l", b"\x0b\0\0\0\0\0", 8)], "I.mark", [b"\x01"], idle=5))])
wr("idle negative", [(I, te("I.dst", [(1, "e", mac(0x32))], "I.fwd", [b"\x01"], idle=-5))])
m = b.next(4)
say(
    "idle notice",
    m
    if isinstance(m, str)
    else m.WhichOneof("update")
    + " "
    + str(
        [
            text_format.MessageToString(e, as_one_line=True)
            for e in getattr(m, "idle_timeout_notification").table_entry
        ]
    ),
)
wr("delete idle", [(DL, te("I.dst", [(1, "e", mac(0x31))]))])
while not b.got.empty():
    b.got.get()
# meta, counter, meter in an entry
wr(
    "metadata",
    [
        (
            I,
            te(
                "I.dst",
                [(1, "e", mac(0x41))],
                "I.fwd",
                [b"\x01"],
                meta=b"abc",
                counter=(10, 20),
                meter=(1000000, 100, 2000000, 200),
            ),
        )
    ],
)
k = te("I.dst", [(1, "e", mac(0x41))])
k.table_entry.counter_data.SetInParent()
k.table_entry.meter_config.SetInParent()
read("metadata", k)
wr("modify keeps", [(M, te("I.dst", [(1, "e", mac(0x41))], "I.fwd", [b"\x02"]))])
read("modify keeps", k)
wr(
    "direct counter",
    [
        (
            M,
            E(
                "direct_counter_entry",
                table_entry=te("I.dst", [(1, "e", mac(0x41))]).table_entry,
                data=p.CounterData(byte_count=1, packet_count=2),
            ),
        )
    ],
)
read("direct counter", E("direct_counter_entry", table_entry=te("I.dst", [(1, "e", mac(0x41))]).table_entry))
wr(
    "direct counter missing entry",
    [
        (
            M,
            E(
                "direct_counter_entry",
                table_entry=te("I.dst", [(1, "e", mac(0x99))]).table_entry,
                data=p.CounterData(byte_count=1),
            ),
        )
    ],
)
wr(
    "direct counter insert",
    [
        (
            I,
            E(
                "direct_counter_entry",
                table_entry=te("I.dst", [(1, "e", mac(0x41))]).table_entry,
                data=p.CounterData(byte_count=1),
            ),
        )
    ],
)
read(
    "direct counter missing entry",
    E("direct_counter_entry", table_entry=te("I.dst", [(1, "e", mac(0x99))]).table_entry),
)
wr(
    "direct meter",
    [
        (
            M,
            E(
                "direct_meter_entry",
                table_entry=te("I.dst", [(1, "e", mac(0x41))]).table_entry,
                config=p.MeterConfig(cir=5000000, cburst=5, pir=6000000, pburst=6),
            ),
        )
    ],
)
read("direct meter", E("direct_meter_entry", table_entry=te("I.dst", [(1, "e", mac(0x41))]).table_entry))
wr("direct meter unset", [(M, E("direct_meter_entry", table_entry=te("I.dst", [(1, "e", mac(0x41))]).table_entry))])
read("direct meter unset", E("direct_meter_entry", table_entry=te("I.dst", [(1, "e", mac(0x41))]).table_entry))
wr(
    "direct counter where none",
    [
        (
            M,
            E(
                "direct_counter_entry",
                table_entry=te("I.lpm_", [(1, "l", b"\x0a\0\0\0\0\0", 8)]).table_entry,
                data=p.CounterData(byte_count=1),
            ),
        )
    ],
)
