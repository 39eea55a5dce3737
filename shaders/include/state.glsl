// What an iteration hands on to the next. Its Go twin is State in aco/problem/state.go.
// The including shader says with STATE_ACCESS whether it reads or also writes it.
layout(set = 0, binding = 0, std430) STATE_ACCESS buffer StateBuffer {
    uint iteration;      // complete iterations
    uint stop;           // not 0: a stop rule holds, and every stage is left at once
    uvec2 best_length;   // best so far, low and high word
    uint best_iteration; // counted from 1
    uint best_ant;
} state;

const uint TARGET_REACHED = 1u;
const uint STALLED = 2u;
