// The candidates of an ant's current city. Each invocation has one, or several consecutive ones if subgroups are small. The including shader has
// subgroup_ant.glsl, team.glsl, the push constant list_width, and the buffers neighbours and candidate_heuristic.
uint candidate_city[PER_INVOCATION], candidate_eta[PER_INVOCATION];

// candidate_place returns the place in the list of a candidate of this invocation. Places after the last one are replaced by it, so that loads need
// no branch.
uint candidate_place(uint v) { return min(first_place() + v, CANDIDATES - 1u); }

// load_candidates loads the candidates. It is separate from choose, so that its loads overlap with others.
void load_candidates() {
    uint list = current_city * list_width, row = current_city * CANDIDATES;
    for (uint v = 0u; v < PER_INVOCATION; v++) {
        uint place = candidate_place(v);
        candidate_city[v] = neighbours[list + place];
        candidate_eta[v] = candidate_heuristic[row + place];
        candidate_city[v] = first_place() + v < CANDIDATES ? candidate_city[v] : current_city; // a city that the ant has visited
    }
}
