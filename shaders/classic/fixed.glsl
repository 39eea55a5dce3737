// Fixed edges, which every tour has. An ant takes them as soon as it visits one of their ends. The rule is in aco/classic/model/fixed.go. The including
// shader defines partner_of, which returns the other end of a city's fixed edge, or the city itself if it has none.
layout(constant_id = 10) const uint FIXED = 0; // 1: there are fixed edges
const uint NO_CITY = ~0u;

// is_fixed returns whether the edge between two different cities is fixed.
bool is_fixed(uint a, uint b) { return FIXED == 1u && partner_of(a) == b; }

// forced_after returns the city that an ant must visit after a city, NO_CITY if it can choose. The city before is NO_CITY at the start.
uint forced_after(uint city, uint before) {
    if (FIXED == 0u) {
        return NO_CITY;
    }
    uint partner = partner_of(city);
    return partner == city || partner == before ? NO_CITY : partner;
}
