// Whether the current tour is checked in this iteration. It needs merged_state.glsl, and the including shader has the push constant period.
bool is_check_due(uint colony) { return state[colony].stop == 0u && state[colony].iteration % period == 0u; }

// sound says whether the tour that was checked is one, and of the length believed.
bool is_valid(uint colony) { return state[colony].faults == 0u && state[colony].measured == state[colony].tour_length; }
