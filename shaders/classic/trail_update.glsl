// The trail updates of ACS. The rules are in the Go reference, aco/classic/reference/trails_acs.go. The including shader has the push constants
// initial and local_share or, with GLOBAL_UPDATE, global_share; shares are in parts of 2³².
#ifdef GLOBAL_UPDATE
uint amount; // deposit on each edge of the best tour

uint updated_trail(uint trail) {
    uint remaining = trail - multiply_high(trail, global_share);
    return remaining + min(amount, ~remaining);
}
#else
uint updated_trail(uint trail) { return trail - multiply_high(trail - initial, local_share); }
#endif
