// lib:latency_control_uc2 with the refined estimate of the queue and the remedies for what breaks its bound (Paolucci et
// al.), chosen by entries and registers. How to run it: docs/15-latency-control-on-bmv2.md.
#include <core.p4>
#include <v1model.p4>
#include "latency_control_remedies.p4h"
#include "latency_control_uc2.p4"
