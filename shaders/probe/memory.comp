#version 460
// Probes of memory through which invocations exchange values. In each round every invocation
// writes a word, waits for the others and reads a neighbour's word. Neighbours are in the same
// work-group, or in a block of BLOCK consecutive invocations of one subgroup.
// Go reference: internal/probe/memory.go.
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_memory_scope_semantics : require
#define RESULTS_ACCESS coherent
#include "probe.glsl"

layout(constant_id = 2) const uint BLOCK = 4;
layout(constant_id = 3) const uint ROUNDS = 16;

shared uint words[GROUP_SIZE];

const uint GROUP_SHARED = 0u;
const uint SUBGROUP_SHARED = 1u;
const uint SUBGROUP_SHARED_CONTROL = 2u;
const uint GROUP_FENCE = 3u;
const uint GROUP_BUFFER = 4u;
const uint SUBGROUP_BUFFER = 5u;

const bool BUFFER = OPERATION == GROUP_BUFFER || OPERATION == SUBGROUP_BUFFER;

void sync() {
    switch (OPERATION) {
    case GROUP_SHARED:
        barrier();
        break;
    case SUBGROUP_SHARED:
        subgroupMemoryBarrierShared();
        subgroupBarrier();
        break;
    case SUBGROUP_SHARED_CONTROL:
        controlBarrier(gl_ScopeSubgroup, gl_ScopeSubgroup, gl_StorageSemanticsShared, gl_SemanticsAcquireRelease);
        break;
    case GROUP_FENCE:
        groupMemoryBarrier();
        barrier();
        break;
    case GROUP_BUFFER:
        memoryBarrierBuffer();
        barrier();
        break;
    case SUBGROUP_BUFFER:
        subgroupMemoryBarrierBuffer();
        subgroupBarrier();
        break;
    }
}

void main() {
    uint i = invocation_index();
    uint place = gl_LocalInvocationIndex % BLOCK, block = gl_LocalInvocationIndex - place;
    uint word = values[i].x, shift = values[i].y;
    for (uint round = 0u; round < ROUNDS; round++) {
        uint neighbour = block + (place + shift + round) % BLOCK;
        if (BUFFER) {
            results[i].x = word;
        } else {
            words[gl_LocalInvocationIndex] = word;
        }
        sync();
        uint other = BUFFER ? results[i - gl_LocalInvocationIndex + neighbour].x : words[neighbour];
        sync(); // all invocations have read
        word = (word ^ other) * 0x9E3779B1u + round;
    }
    results[i] = uvec2(word, shift);
}
