// Whether the current tour is due for a check, and whether it is valid. The includer has
// state.glsl and the push constant period.
bool is_check_due(uint colony) { return state[colony].stop == 0u && state[colony].iteration % period == 0u; }

// is_valid returns whether the checked tour is valid and has the length of the state.
bool is_valid(uint colony) {
    return state[colony].faults == 0u && state[colony].measured == state[colony].tour_length;
}
