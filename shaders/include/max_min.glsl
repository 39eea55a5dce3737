// Shared by the stages of MMAS. Go references: aco/reference/max_min.go, choice_max_min.go.

const uint CONVERGENCE_PERIOD = 100; // iterations between two looks at whether the trails have converged
const uint BRANCH_DIVISOR = 20;   // 1/λ

// looks_for_convergence says whether an iteration, counted from 0, begins with such a look.
bool checks_convergence(uint iteration) { return iteration > 0u && iteration % CONVERGENCE_PERIOD == 0u; }

#ifdef CANDIDATE_LISTS
// candidate_trail returns the place of the trail from a city to its k-th candidate. With CANDIDATE_TRAILS there are no others.
uint candidate_trail(uint city, uint k) {
#ifdef CANDIDATE_TRAILS
    return (colony * cities + city) * CANDIDATES + k;
#else
    return (colony * cities + city) * pitch + neighbours[city * list_width + k];
#endif
}
#endif
