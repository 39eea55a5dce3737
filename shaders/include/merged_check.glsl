// Whether the current tour is to be checked, and whether it is valid. It needs merged_state.glsl, and the including shader has the push
// constant period.
bool is_check_due(uint colony) { return state[colony].stop == 0u && state[colony].iteration % period == 0u; }

// is_valid returns whether the checked tour is valid and has the length of the state.
bool is_valid(uint colony) { return state[colony].faults == 0u && state[colony].measured == state[colony].tour_length; }
