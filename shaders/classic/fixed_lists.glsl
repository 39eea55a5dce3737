// Fixed edges in the buffer neighbours: behind the lists of all cities, a word for each city. It needs the push constants cities and list_width.
uint partner_of(uint city) { return neighbours[cities * list_width + city]; }

#include "fixed.glsl"
