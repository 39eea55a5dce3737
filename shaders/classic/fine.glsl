// Fine weights: the weights of an ant's unvisited cities, scaled by these cities alone. An ant
// draws by them where the weights of the row, which are scaled by all cities, are coarse.
// Go reference: isCoarse and fineWeights in aco/classic/reference/choice.go.
//
// The includer defines FINE_BINDING and the functions declared here. It has current_city, NO_CITY
// and the push constants cities and pitch.
#include "product.glsl"

layout(constant_id = 21) const uint ALPHA = 0x10000000u; // in parts of 2²⁸

layout(set = 0, binding = FINE_BINDING, std430) readonly buffer PheromoneBuffer { uint pheromone[]; };
layout(set = 0, binding = FINE_BINDING + 1, std430) readonly buffer HeuristicBuffer { uint heuristic[]; };

// Elements are cities, or places of a list of the unvisited cities. where says which list it is,
// in the includer's terms. next_unvisited returns the first unvisited element from a given one
// on, or end.
uint next_unvisited(uint element, uint end, uint where);
uint city_of(uint element, uint where);

// The greatest value and the sum over all invocations of the ant, and the sum over those before
// this one.
int top_of_ant(int highest);
uint sum_of_ant(uint sum);
uint sum_before_of_ant(uint sum, out uint total);

// is_coarse returns whether the rounding of weights shows in a choice among unvisited cities.
bool is_coarse(uint sum, uint unvisited) { return sum >> FINE_BITS < unvisited; }

int fine_top;
uint fine_shift;

Product fine_product(uint city) {
    uint at = current_city * pitch + city;
    return product_of(pheromone[at], heuristic[at], ALPHA);
}

uint fine_weight(uint city) { return max(1u, align_to(fine_product(city), fine_top) >> fine_shift); }

// scale_finely finds the scale of fine weights. Each invocation has a range of the elements. A loop
// of passes makes shorter modules than a loop for each.
void scale_finely(uint from, uint end, uint where) {
    uint drop = weight_drop(cities);
    fine_top = MIN_TOP;
    for (uint pass = 0u; pass < 2u; pass++) {
        int highest = MIN_TOP;
        uint sum = 0u;
        // Ends: an element is after the one before.
        for (uint e = next_unvisited(from, end, where); e < end; e = next_unvisited(e + 1u, end, where)) {
            Product p = fine_product(city_of(e, where));
            highest = max(highest, top(p));
            if (pass == 1u) {
                sum += align_to(p, fine_top) >> drop;
            }
        }
        if (pass == 0u) {
            fine_top = top_of_ant(highest);
        } else {
            fine_shift = weight_shift(sum_of_ant(sum), cities);
        }
    }
}

// draw_finely returns the element that a random word draws, in the invocation whose range has it.
// It returns NO_CITY in the others. The ranges have the order of the invocations.
uint draw_finely(uint word, uint from, uint end, uint where) {
    scale_finely(from, end, where);
    uint target = ~0u; // no sum exceeds it
    uint chosen = NO_CITY;
    for (uint pass = 0u; pass < 2u; pass++) {
        uint sum = 0u;
        // Ends: an element is after the one before.
        for (uint e = next_unvisited(from, end, where); e < end; e = next_unvisited(e + 1u, end, where)) {
            uint weight = fine_weight(city_of(e, where));
            chosen = target - sum < weight ? e : chosen; // wraps around after the chosen element
            sum += weight;
        }
        if (pass == 0u) {
            uint total;
            uint before = sum_before_of_ant(sum, total);
            // Wraps around in the invocations after the chosen one.
            target = multiply_high(word, total) - before;
        }
    }
    return chosen;
}
