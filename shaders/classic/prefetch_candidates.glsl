// The prefetch of candidate lists (prefetch.glsl): first their cities, then their numbers. The
// includer has CANDIDATES, the push constants cities and list_width, and the buffer neighbours.
// It defines candidate_number, which loads a number of a city's list.
#include "prefetch.glsl"

const uint PARTS_OF_LIST = CANDIDATES / WORDS_OF_PART + 1; // a list may begin anywhere in a part

uint list_part(uint part) {
    bool in_numbers = part >= cities * PARTS_OF_LIST;
    part -= in_numbers ? cities * PARTS_OF_LIST : 0u;
    uint city = part / PARTS_OF_LIST, place = min(part % PARTS_OF_LIST * WORDS_OF_PART, CANDIDATES - 1u);
    return in_numbers ? candidate_number(city, place) : neighbours[city * list_width + place];
}
