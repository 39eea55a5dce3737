#version 460
// Probes of atomic operations in a buffer, on cells that all work-groups share. With SHARED they
// are in shared memory, on cells of the work-group. A value is an operand and its cell. The first
// results are the final cells, the others what the operation returned to each invocation. Go
// reference: internal/probe/atomic.go.
#define RESULTS_ACCESS
#include "probe.glsl"

layout(constant_id = 2) const uint CELLS = 32;
layout(constant_id = 3) const uint TURNS = 1;   // most attempts of a compare and exchange
layout(constant_id = 4) const uint INITIAL = 0; // value of all cells at the beginning

#ifdef SHARED
shared uint cells[CELLS];
shared int signed_cells[CELLS];
#define cell_of(i) cells[i]
#else
#define cell_of(i) results[i].x
#endif

uint exchange_sum(uint i, uint value) {
    uint before = INITIAL;
    for (uint turn = 0u; turn < TURNS; turn++) {
        uint found = atomicCompSwap(cell_of(i), before, before + value);
        if (found == before) {
            break;
        }
        before = found;
    }
    return before;
}

uint result_of(uint i, uint value) {
    switch (OPERATION) {
    case 0:
        return atomicAdd(cell_of(i), value);
    case 1:
        return atomicOr(cell_of(i), value);
    case 2:
        return atomicMin(cell_of(i), value);
    case 3:
        return atomicMax(cell_of(i), value);
#ifdef SHARED
    case 4:
        return atomicAnd(cell_of(i), value);
    case 5:
        return atomicXor(cell_of(i), value);
    case 6:
        return uint(atomicMax(signed_cells[i], int(value)));
#else
    case 4:
        return exchange_sum(i, value);
#endif
    }
    return 0u;
}

void main() {
    uint i = invocation_index();
#ifdef SHARED
    for (uint c = gl_LocalInvocationIndex; c < CELLS; c += GROUP_SIZE) {
        cells[c] = INITIAL;
        signed_cells[c] = int(INITIAL);
    }
    barrier();
#endif
    uint result = result_of(values[i].y, values[i].x);
#ifdef SHARED
    barrier();
    for (uint c = gl_LocalInvocationIndex; c < CELLS; c += GROUP_SIZE) {
        results[group_index() * CELLS + c].x = OPERATION == 6 ? uint(signed_cells[c]) : cells[c];
    }
    uint all_cells = gl_NumWorkGroups.x * CELLS;
#else
    uint all_cells = CELLS;
#endif
    results[all_cells + i].x = result;
}
