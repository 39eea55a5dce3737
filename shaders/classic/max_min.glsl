// Definitions for several stages of MMAS. Go references: aco/classic/reference/max_min.go and choice_max_min.go.

const uint CONVERGENCE_PERIOD = 100; // iterations between two convergence tests
const uint BRANCH_DIVISOR = 20;      // 1/λ

// checks_convergence returns whether an iteration, counted from 0, begins with a convergence test.
bool checks_convergence(uint iteration) { return iteration > 0u && iteration % CONVERGENCE_PERIOD == 0u; }

#ifdef CANDIDATE_LISTS
// candidate_trail returns the index of the trail from a city to its k-th candidate. With CANDIDATE_TRAILS there are no other trails.
uint candidate_trail(uint city, uint k) {
#ifdef CANDIDATE_TRAILS
    return (colony * cities + city) * CANDIDATES + k;
#else
    return (colony * cities + city) * pitch + neighbours[city * list_width + k];
#endif
}
#endif
