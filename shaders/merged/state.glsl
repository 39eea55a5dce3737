// The state of a colony between iterations. Go reference: aco/merged/model/state.go, which
// explains its words. The includer defines STATE_ACCESS, the access to the state.
struct State {
    uint iteration;
    uint stop;
    uvec2 tour_length;
    uvec2 best;
    uint best_iteration;
    uint faults;
    uvec2 measured;
    uint long_changes, long_accepted;
    uint evaluations, moves, undone, full;
    uint submitted, accepted, losing, long_submitted;
    uint wrong_change;
    uint unused_0, unused_1, unused_2;
};

layout(set = 0, binding = 0, std430) STATE_ACCESS buffer StateBuffer { State state[]; };

const uint TARGET_REACHED = 1;
const uint STALLED = 2;
const uint FAULTY = 3;
const uint FAULT_LENGTH = 0x80000000u;
