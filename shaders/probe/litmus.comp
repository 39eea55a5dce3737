#version 460
// Probes of the memory model and of progress, by litmus tests: each invocation writes its own
// place and reads another one's, while that is written. A place is the pair of data and flag;
// behind the places are as many pairs for outcomes, which stay 0 if none is forbidden. A push
// constant counts the rounds, from 1; data and flags have the number of the last one.
// Go reference: internal/probe/litmus.go.
#extension GL_KHR_memory_scope_semantics : require
#define RESULTS_ACCESS coherent
#include "probe.glsl"

layout(constant_id = 2) const uint TURNS = 1; // most turns of an invocation that waits

layout(push_constant) uniform Push {
    uint round;
};

shared uint data[GROUP_SIZE];
shared uint flags[GROUP_SIZE];

const uint MESSAGE_DEVICE = 0u;
const uint MESSAGE_GROUP = 1u;
const uint MESSAGE_SHARED = 2u;
const uint STORE_BUFFERING = 3u;
const uint PROGRESS = 4u;

uint places() { return gl_NumWorkGroups.x * GROUP_SIZE; }

void fence() {
    if (OPERATION == MESSAGE_SHARED) {
        memoryBarrier(gl_ScopeWorkgroup, gl_StorageSemanticsShared, gl_SemanticsAcquireRelease);
    } else if (OPERATION == MESSAGE_GROUP) {
        memoryBarrier(gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease);
    } else {
        memoryBarrierBuffer();
    }
}

// forbid records an outcome that must not be seen.
void forbid(uint i, uint seen, uint missed) {
    atomicExchange(results[places() + i].x, seen);
    atomicExchange(results[places() + i].y, missed + 1u);
}

// message writes data, then a flag. Whoever sees the flag must see the data.
void message(uint i, uint other) {
    results[i].x = round;
    fence();
    atomicExchange(results[i].y, round);
    uint flag = atomicOr(results[other].y, 0u);
    fence();
    uint seen = results[other].x;
    if (seen < flag) {
        forbid(i, flag, seen);
    }
}

// message_shared is message in shared memory.
void message_shared(uint i, uint other) {
    uint own = gl_LocalInvocationIndex;
    data[own] = 0u;
    flags[own] = 0u;
    barrier();
    data[own] = round;
    fence();
    atomicExchange(flags[own], round);
    uint flag = atomicOr(flags[other % GROUP_SIZE], 0u);
    fence();
    uint seen = data[other % GROUP_SIZE];
    if (seen < flag) {
        forbid(i, flag, seen);
    }
    atomicExchange(results[i].x, round);
    atomicExchange(results[i].y, round);
}

// store_buffering: of two invocations that each write and then read the other's place, one at
// least sees what the other has written, if memory is sequentially consistent.
void store_buffering(uint i, uint other) {
    atomicExchange(results[i].x, round);
    fence();
    uint seen = atomicOr(results[other].x, 0u);
    atomicExchange(results[i].y, seen);
}

// progress: the first and the last work-group wait for each other.
void progress(uint i) {
    uint last = gl_NumWorkGroups.x - 1u;
    if (gl_LocalInvocationIndex != 0u || (gl_WorkGroupID.x != 0u && gl_WorkGroupID.x != last)) {
        return;
    }
    uint other = (last - gl_WorkGroupID.x) * GROUP_SIZE;
    atomicExchange(results[i].y, round);
    for (uint turn = 0u; turn < TURNS; turn++) {
        if (atomicOr(results[other].y, 0u) == round) {
            return;
        }
    }
    forbid(i, gl_WorkGroupID.x, TURNS);
}

void main() {
    uint i = invocation_index(), other = values[i].x;
    switch (OPERATION) {
    case MESSAGE_DEVICE:
    case MESSAGE_GROUP:
        message(i, other);
        break;
    case MESSAGE_SHARED:
        message_shared(i, other);
        break;
    case STORE_BUFFERING:
        store_buffering(i, other);
        break;
    case PROGRESS:
        progress(i);
        break;
    }
}
