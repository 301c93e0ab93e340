"""finsy 0.30.0 drives a switch that runs controlled.p4: ADDRESS HERE_PORT SWITCH_PORT [P4INFO DEVICE_CONFIG]."""
import asyncio
import socket
import sys
from pathlib import Path

from finsy import *  # noqa: F403


async def main():
    n=0
    sw=Switch("s1",sys.argv[1],SwitchOptions(device_id=1,p4info=Path(sys.argv[4]) if len(sys.argv) > 4 else None, p4blob=Path(sys.argv[5]) if len(sys.argv) > 4 else None))
    async with sw:
        await asyncio.sleep(0.3)
        assert sw.is_primary; n+=1
        e=P4TableEntry("I.route",match=P4TableMatch({"hdr.ipv4.dst":"10.0.2.0/24"}),action=P4TableAction("I.forward",port=2,mac="00:00:00:00:00:09"))
        await sw.insert([e]); n+=1
        got=[x async for x in sw.read(P4TableEntry("I.route"))]; assert len(got)==1,got; n+=1
        try:
            await sw.insert([e]); assert False
        except P4ClientError as x: assert "ALREADY_EXISTS" in str(x),x; n+=1
        await sw.modify([P4TableEntry("I.route",match=P4TableMatch({"hdr.ipv4.dst":"10.0.2.0/24"}),action=P4TableAction("I.forward",port=1,mac=1))]); n+=1
        await sw.insert([P4TableEntry("I.ecmp",match=P4TableMatch({"hdr.ipv4.tos":1}),action=P4IndirectAction([(1,P4TableAction("I.out_port",port=1)),(2,P4TableAction("I.out_port",port=2))]))]); n+=1
        got=[x async for x in sw.read(P4TableEntry("I.ecmp"))]; assert len(got)==1 and len(got[0].action.action_set)==2,got; n+=1
        await sw.modify([P4RegisterEntry("I.seen",index=3,data=77)]); got=[x async for x in sw.read(P4RegisterEntry("I.seen",index=3))]; assert got[0].data==77,got; n+=1
        await sw.insert([P4MulticastGroupEntry(7,replicas=[1,2])]); n+=1
        await sw.write([P4PacketOut(b"\x02"*20,egress_port=1,pad=0)]); n+=1
        ps=sw.read_packets(); s1=socket.socket(socket.AF_INET,socket.SOCK_DGRAM); s1.bind(('127.0.0.1',int(sys.argv[2])))
        await sw.insert([P4TableEntry("I.acl",match=P4TableMatch({"hdr.ethernet.type":(0x806,0xffff)}),action=P4TableAction("I.to_cpu"),priority=5)])
        s1.sendto(bytes.fromhex('ffffffffffff0000000000050806')+b'hello',('127.0.0.1',int(sys.argv[3])))
        async for p in ps:
            assert p.payload[14:]==b'hello' and p['ingress_port']==1,p; n+=1; break
        c=[x async for x in sw.read(P4CounterEntry("I.port_count",index=1))]; assert c[0].packet_count>=1; n+=1
        await sw.delete_all(); got=[x async for x in sw.read(P4TableEntry())]; assert got==[],got; n+=1
    print("ok",n)
asyncio.run(main())
