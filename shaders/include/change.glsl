// The trail updates of ACS. The rules are in the Go reference, aco/reference/trails.go. The including shader has the push constants initial
// and local_share or, with GLOBAL_UPDATE, global_share, in parts of 2³².
#ifdef GLOBAL_UPDATE
uint amount; // of the best tour

uint changed(uint trail) {
    uint kept = trail - multiply_high(trail, global_share);
    return kept + min(amount, ~kept);
}
#else
uint changed(uint trail) { return trail - multiply_high(trail - initial, local_share); }
#endif
