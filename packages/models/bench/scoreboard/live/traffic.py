"""Packets for the live row of the scoreboard: a latency-critical flow and transit into a switch, its VNF, and its reports.

Reads one JSON document from standard input: frames as hex, rates of both flows, what the VNF holds a packet,
seconds. Writes one JSON document: frames sent, and the reports as hex. Python's own library only; needs root.
"""
import heapq
import json
import os
import random
import select
import socket
import sys
import time


def opened(name):
    link = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(3))
    link.setsockopt(socket.SOL_SOCKET, 33, 1 << 24)  # SO_RCVBUFFORCE
    link.bind((name, 0))
    return link


def main():
    job = json.load(sys.stdin)
    # what else runs on the machine must not hold the sender up
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(40))
    chance = random.Random(job["seed"])
    source, vnf, sink, collector = (opened(name) for name in ("source", "vnf", "sink", "collector"))
    flows = [[bytes.fromhex(flow["frame"]), flow["pps"]] for flow in job["flows"] if flow["pps"] > 0]
    behind = bytes.fromhex(job["behindVnf"])
    start = time.monotonic()
    due = [(start + chance.expovariate(pps), n) for n, (_, pps) in enumerate(flows)]
    heapq.heapify(due)
    held, reports, sent = [], [], 0
    stop, end = start + job["seconds"], start + job["seconds"] + 1
    while True:
        now = time.monotonic()
        if now >= end:
            break
        while due and due[0][0] <= now:
            at, n = heapq.heappop(due)
            if at < stop:
                source.send(flows[n][0])
                sent += 1
                heapq.heappush(due, (at + chance.expovariate(flows[n][1]), n))
        while held and held[0] <= now:
            held.pop(0)
            vnf.send(behind)
        nearest = min([end] + [at for at, _ in due[:1]] + held[:1])
        ready, _, _ = select.select([vnf, sink, collector], [], [], max(0, min(0.05, nearest - time.monotonic())))
        for link in ready:
            frame, address = link.recvfrom(2048)
            if address[2] == socket.PACKET_OUTGOING:
                continue
            if link is vnf:
                held.append(time.monotonic() + job["vnfS"])
            elif link is collector:
                reports.append(frame.hex())
    print(json.dumps({"sent": sent, "reports": reports}))


main()
