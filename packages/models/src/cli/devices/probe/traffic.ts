/** Packets that are sent before those that count (our choice): caches, and threads of the switch that sleep. */
export const WARM_UP = 50;

/**
 * Sends packets into one interface and sees them leave by another, in Python, as BMv2's own command line is: Node has
 * no packet sockets. One JSON document in, one out: nanoseconds between the kernel's two times of each packet.
 */
export const TRAFFIC = `
import json, select, socket, struct, sys, time
STAMPS, BIG = 35, 33  # SO_TIMESTAMPNS, SO_RCVBUFFORCE
job = json.load(sys.stdin)
frame = bytearray.fromhex(job["frame"])
total = job["warmUp"] + job["packets"]
def opened(name):
    link = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(3))
    link.setsockopt(socket.SOL_SOCKET, STAMPS, 1)
    link.setsockopt(socket.SOL_SOCKET, BIG, 1 << 24)
    link.bind((name, 0))
    return link
source, sink = opened("source"), opened("sink")
# a socket does not see what it sends itself
sender = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 0)
sender.bind(("source", 0))
times = {source: {}, sink: {}}
def drain(link):
    while True:
        try:
            data, notes, _, address = link.recvmsg(64, 128, socket.MSG_DONTWAIT)
        except BlockingIOError:
            return
        if data[12:14] != b"\\x08\\x00" or (address[2] == socket.PACKET_OUTGOING) != (link is source):
            continue
        for level, kind, value in notes:
            if level == socket.SOL_SOCKET and kind == STAMPS:
                seconds, nanoseconds = struct.unpack("qq", value[:16])
                times[link].setdefault(struct.unpack(">H", data[44:46])[0], seconds * 10**9 + nanoseconds)
start = time.monotonic()
for sequence in range(total):
    pause = start + sequence / job["perSecond"] - time.monotonic()
    if pause > 0:
        time.sleep(pause)
    struct.pack_into(">H", frame, 44, sequence)
    sender.send(frame)
    if sequence % 64 == 63:
        drain(source), drain(sink)
end = time.monotonic() + job["restS"]
while len(times[sink]) < total and time.monotonic() < end:
    select.select([sink], [], [], 0.05)
    drain(sink)
drain(source)
known = [s for s in range(job["warmUp"], total) if s in times[source] and s in times[sink]]
print(json.dumps([times[sink][s] - times[source][s] for s in known]))
`;
