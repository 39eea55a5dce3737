// The state of a colony between iterations, and constants of several stages. Go reference:
// aco/classic/model/state.go. The includer defines STATE_ACCESS, the access to the state. A stage
// that serves several colonies defines COLONY, an expression for the invocation's colony.
#ifndef COLONY
#define COLONY 0u
#endif

struct State {
    uint iteration;      // complete iterations
    uint stop;           // not 0: a stop rule holds, and every stage returns at once
    uvec2 best_length;   // best so far, low word first
    uint best_iteration; // counted from 1
    uint best_ant;
    // For MMAS; restart, amount and renewal also for Best-Worst Ant System:
    // Best since the trails were last initialised; in Ant System with a rule, best of an ant so far.
    uvec2 restart_length;
    uint restart_best;    // iteration that found it, counted from 1
    uint restart;         // complete iterations when the trails were last initialised
    uint trail_max, trail_min;
    uint amount;        // deposit of the iteration on each edge of its tour
    uint renewal;       // 0, SMOOTH_TRAILS or REINITIALISE_TRAILS
    uint branches;      // candidate edges with a trail well above the least
    uint iteration_ant; // the ant with the shortest tour of the last iteration
};

layout(set = 0, binding = 0, std430) STATE_ACCESS buffer StateBuffer { State state[]; };

const uint TARGET_REACHED = 1u;
const uint STALLED = 2u;
const uint SMOOTH_TRAILS = 1u;
const uint REINITIALISE_TRAILS = 2u;

// Weights are coarse if their sum is less than 2^FINE_BITS per unvisited city
// (aco/classic/reference/choice.go).
const uint FINE_BITS = 8;
const uint NEAR_CITIES = 32; // of a city's list with selection near (aco/classic/model/tables.go)

const uint CONVERGENCE_PERIOD = 100; // iterations between two convergence tests
const uint BRANCH_DIVISOR = 20;      // 1/λ

// checks_convergence returns whether an iteration, counted from 0, begins with a convergence test.
bool checks_convergence(uint iteration) { return iteration > 0u && iteration % CONVERGENCE_PERIOD == 0u; }
