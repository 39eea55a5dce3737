// The cities from which an ant will look for moves, by their positions. It needs merged_team.glsl.
const uint QUEUE_CITIES = 64;
const uint FRESH = 8; // most that come at a time

shared uint queue[ANTS * QUEUE_CITIES];
shared uint fresh[ANTS * FRESH];

uint head, tail; // of the team's queue, counted on and on

uint queue_at(uint i) { return slot * QUEUE_CITIES + (i & (QUEUE_CITIES - 1u)); }

// enqueue adds the first so many of fresh, in their order, that are not in the queue; one that finds it full is left out.
void enqueue(uint count) {
    uint known = 0u; // a bit for each of fresh that is in the queue, or comes before
    for (uint first = 0u; subgroupAny(first < tail - head); first += TEAM) {
        uint i = first + member;
        uint city = i < tail - head ? queue[queue_at(head + i)] : 0xFFFFFFFFu;
        for (uint k = 0u; k < FRESH; k++) {
            known |= uint(team_ballot(city == fresh[slot * FRESH + k]) != 0u) << k;
        }
    }
    for (uint k = 1u; k < FRESH; k++) {
        for (uint i = 0u; i < k; i++) {
            known |= uint(fresh[slot * FRESH + i] == fresh[slot * FRESH + k]) << k;
        }
    }
    meet();
    for (uint k = 0u; k < FRESH; k++) {
        if (k < count && (known >> k & 1u) == 0u && tail - head < QUEUE_CITIES) {
            if (member == 0u) {
                queue[queue_at(tail)] = fresh[slot * FRESH + k];
            }
            tail++;
        }
    }
    meet();
}
