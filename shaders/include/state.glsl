// The state of a colony between iterations. The Go reference is State in aco/problem/state.go.
// The including shader says with STATE_ACCESS whether it reads or also writes it; one that serves several colonies defines
// COLONY as an expression that says which one an invocation works for.
#ifndef COLONY
#define COLONY 0u
#endif

struct State {
    uint iteration;      // complete iterations
    uint stop;           // not 0: a stop rule holds, and every stage is left at once
    uvec2 best_length;   // best so far, low and high word
    uint best_iteration; // counted from 1
    uint best_ant;
    // Of MMAS.
    uvec2 restart_length; // best since the trails were last initialised
    uint restart_best;    // iteration, counted from 1, at which that was found
    uint restart;         // complete iterations when the trails were last initialised
    uint trail_max, trail_min;
    uint amount;   // that the iteration deposits on each edge of its tour
    uint renewal;  // SMOOTH_TRAILS or RESTART_TRAILS
    uint branches; // candidate edges that are well above the least trail
    uint iteration_ant; // whose tour was the last iteration's shortest
};

layout(set = 0, binding = 0, std430) STATE_ACCESS buffer StateBuffer { State state[]; };
#define state state[COLONY]

const uint TARGET_REACHED = 1u;
const uint STALLED = 2u;
const uint SMOOTH_TRAILS = 1u;
const uint REINITIALISE_TRAILS = 2u;
