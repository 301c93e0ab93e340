"""p4runtime-shell 0.0.6 drives a switch that runs controlled.p4: ADDRESS HERE_1 SWITCH_1 HERE_2."""
import os, sys, socket, time
os.environ["PROTOCOL_BUFFERS_PYTHON_IMPLEMENTATION"]="python"
import p4runtime_sh.shell as sh
addr=sys.argv[1]
n=0
def ok(c,what):
    global n
    if not c: print("FAIL",what,flush=True); os._exit(1)
    n+=1
sh.setup(device_id=1, grpc_addr=addr, election_id=(0,10), verbose=False)
from p4runtime_sh.shell import *
import traceback
try:
    te=TableEntry('I.route')(action='I.forward'); te.match['hdr.ipv4.dst']='10.0.1.0/24'; te.action['port']='2'; te.action['mac']='00:00:00:00:00:02'; te.insert()
    ok(len(list(TableEntry('I.route').read()))==1,"insert")
    try:
        te.insert(); ok(False,"dup")
    except Exception as e: ok("ALREADY_EXISTS" in str(e),"dup "+str(e))
    te.action['port']='1'; te.modify(); te.action['port']='2'; te.modify()
    a=TableEntry('I.acl')(action='I.to_cpu'); a.match['hdr.ethernet.type']='0x0806&&&0xffff'; a.priority=10; a.insert()
    ok(list(TableEntry('I.acl').read())[0].priority==10,"acl")
    # default
    d=TableEntry('I.route')(action='I.to_cpu', is_default=True); d.modify()
    ds=list(TableEntry('I.route')(is_default=True).read()); ok(len(ds)==1 and ds[0].action.action_name=='I.to_cpu',"default "+str(ds))
    d=TableEntry('I.route')(action='I.drop', is_default=True); d.modify()
    # profile
    m=ActionProfileMember('I.ecmp_sel')(member_id=1,action='I.out_port'); m.action['port']='2'; m.insert()
    g=ActionProfileGroup('I.ecmp_sel')(group_id=1); g.add(member_id=1,weight=2); g.insert()
    e=TableEntry('I.ecmp'); e.match['hdr.ipv4.tos']='4'; e.group_id=1; e.insert()
    ok(len(list(ActionProfileMember('I.ecmp_sel').read()))==1 and len(list(ActionProfileGroup('I.ecmp_sel').read()))==1,"profile")
    try: m.delete(); ok(False,"used member")
    except Exception as x: ok("FAILED_PRECONDITION" in str(x),"used "+str(x))
    mg=MulticastGroupEntry(1); mg.add(1,1).add(2,1); mg.insert(); ok(len(list(MulticastGroupEntry(1).read()))==1,"mc")
    cs=CloneSessionEntry(5); cs.add(2,1); cs.insert(); ok(len(list(CloneSessionEntry(5).read()))==1,"cs")
    # packets
    s2=socket.socket(socket.AF_INET,socket.SOCK_DGRAM); s2.bind(('127.0.0.1',int(sys.argv[4]))); s2.settimeout(5)
    s1=socket.socket(socket.AF_INET,socket.SOCK_DGRAM); s1.bind(('127.0.0.1',int(sys.argv[2]))); s1.settimeout(5)
    eth=bytes.fromhex('0000000000010000000000050800'); ip=bytes.fromhex('4500001400000000400600000a0000020a000105')
    s1.sendto(eth+ip,('127.0.0.1',int(sys.argv[3]))); got=s2.recv(2000); ok(got[:6].hex()=='000000000002',"forwarded "+got.hex())
    te.counter_data; r=list(te.read()); 
    x=TableEntry('I.route')(action='I.forward'); x.match['hdr.ipv4.dst']='10.0.1.0/24'; x.counter_data
    r=list(x.read()); ok(r[0].counter_data.packet_count==1 and r[0].counter_data.byte_count==34,"count "+str(r[0]))
    dc=DirectCounterEntry('I.route_count'); dc.table_entry.match['hdr.ipv4.dst']='10.0.1.0/24'; c=list(dc.read()); ok(c[0].packet_count==1,"direct")
    ce=CounterEntry('I.port_count'); ce.index=1; ok(next(iter(ce.read())).packet_count==1,"counter")
    me=MeterEntry('I.limit'); me.index=1; me.cir=1; me.cburst=20; me.pir=10; me.pburst=200; me.modify(); ok(next(iter(me.read())).pir==10,"meter")
    dm=DirectMeterEntry('I.route_meter'); dm.table_entry.match['hdr.ipv4.dst']='10.0.1.0/24'; dm.cir=1;dm.cburst=20;dm.pir=10;dm.pburst=200; dm.modify(); ok(next(iter(dm.read())).cir==1,"direct meter")
    pi=PacketIn()
    s1.sendto(bytes.fromhex('ffffffffffff0000000000050806')+b'hello',('127.0.0.1',int(sys.argv[3])))
    ms=[]
    pi.sniff(lambda m: ms.append(m), timeout=2)
    ok(len(ms)==1 and ms[0].packet.payload[14:]==b'hello' and int.from_bytes(ms[0].packet.metadata[0].value,'big')==1,"packet in %s"%ms)
    po=PacketOut(); po.payload=b'\x01'*20; po.metadata['egress_port']='2'; po.metadata['pad']='0'; po.send(); ok(s2.recv(2000)==b'\x01'*20,"packet out")
    de=DigestEntry('learn_t'); de.ack_timeout_ns=10**9; de.max_timeout_ns=10**6; de.max_list_size=10; de.insert()
    dl=DigestList(); s1.sendto(eth+ip,('127.0.0.1',int(sys.argv[3]))); ds=[]; dl.sniff(lambda d: ds.append(d), timeout=2); ok(len(ds)==1,"digest %s"%ds)
    e.delete(); g.delete(); m.delete(); te.delete(); a.delete(); mg.delete(); cs.delete()
    ok(len(list(TableEntry('I.route').read()))==0,"deleted")
    sh.teardown()
    print("ok",n,flush=True)
except BaseException:
    traceback.print_exc(); sys.stdout.flush(); os._exit(1)
os._exit(0)
