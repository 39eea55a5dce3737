// The cities from which an ant will look for moves, by their positions. It needs merged_team.glsl.
const uint QUEUE_CITIES = 64;
const uint FRESH = 8; // most that come at a time

shared uint queue[ANTS * QUEUE_CITIES];
shared uint fresh[ANTS * FRESH];

uint head, tail; // of the team's queue, counted on and on

uint queue_at(uint i) { return slot * QUEUE_CITIES + (i & (QUEUE_CITIES - 1u)); }

// enqueue adds the first so many of fresh, in their order, that are not in the queue; one that finds it full is left out.
void enqueue(uint count) {
    for (uint first = 0u; first < FRESH; first += TEAM) {
        uint i = first + member;
        bool add = i < count;
        uint city = 0u;
        if (add) {
            city = fresh[slot * FRESH + i];
            for (uint k = 0u; k < i; k++) {
                add = add && fresh[slot * FRESH + k] != city;
            }
            for (uint k = head; k < tail; k++) {
                add = add && queue[queue_at(k)] != city;
            }
        }
        uint added = team_ballot(add);
        uint at = tail + bitCount(added & ((1u << member) - 1u));
        meet();
        if (add && at - head < QUEUE_CITIES) {
            queue[queue_at(at)] = city;
        }
        tail = min(tail + bitCount(added), head + QUEUE_CITIES);
        meet();
    }
}
