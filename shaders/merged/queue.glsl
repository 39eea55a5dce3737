// The queue of cities, by position, where the ant searches for moves. The includer has
// subgroup.glsl and team.glsl.
const uint QUEUE_CITIES = 64;
const uint MAX_TOUCHED = 8; // most cities that a kick or a move adds

shared uint queue[ANTS * QUEUE_CITIES];
shared uint touched[ANTS * MAX_TOUCHED];

uint head, tail; // of the team's queue; they only increase

uint queue_at(uint i) { return slot * QUEUE_CITIES + (i & (QUEUE_CITIES - 1u)); }

// enqueue adds the first count cities of touched, in their order, unless they are in the queue or
// the queue is full.
void enqueue(uint count) {
    if (!subgroup_any(count > 0u)) {
        return;
    }
    uint cities_of[MAX_TOUCHED];
    for (uint k = 0u; k < MAX_TOUCHED; k++) {
        cities_of[k] = touched[slot * MAX_TOUCHED + k];
    }
    uint known = 0u; // a bit for each city of touched that is in the queue
    // Ends: from counts to the tails, which a queue's room bounds.
    for (uint from = head; subgroup_any(from < tail); from += TEAM) {
        uint i = from + member;
        uint city = queue[queue_at(i)], own_known = 0u;
        for (uint k = 0u; k < MAX_TOUCHED; k++) {
            own_known |= uint(city == cities_of[k]) << k;
        }
        // a city is in the queue once, so no two members have the same bit.
        known |= team_add(i < tail ? own_known : 0u);
    }
    // Each member adds one city of touched, or several if a team has fewer members.
    for (uint from = 0u; from < MAX_TOUCHED; from += TEAM) {
        uint own_index = from + member;
        uint city = touched[slot * MAX_TOUCHED + (own_index & (MAX_TOUCHED - 1u))];
        bool add = own_index < count && (known >> own_index & 1u) == 0u;
        for (uint k = 0u; k < MAX_TOUCHED; k++) {
            add = add && !(k < own_index && city == cities_of[k]);
        }
        uint added = team_ballot(add);
        uint at = tail + bitCount(added & ((1u << member) - 1u));
        if (add && at - head < QUEUE_CITIES) {
            queue[queue_at(at)] = city;
        }
        tail = min(tail + bitCount(added), head + QUEUE_CITIES);
    }
    sync_subgroup();
}
