// A city's record of a selective memory, held by an invocation. The rules and their source are in the Go twin,
// aco/reference/selective.go. The including shader has the push constant initial and the buffer pheromone, of pairs of city and trail.
layout(constant_id = 23) const uint SYMMETRIC = 1;

const uint TRAILS = 8; // problem.SelectiveTrails

// The first four pairs and the others, written out so that no loop goes over them.
const uvec4 FIRST = uvec4(0, 1, 2, 3), OTHERS = uvec4(4, 5, 6, 7);
uvec4 first_ends, other_ends; // cities at the other ends of the edges
uvec4 first_trails, other_trails;
uint record_city = ~0u; // whose record it is, counted over all colonies

void load_record(uint city) {
    uint at = city * TRAILS;
    uvec2 a = pheromone[at], b = pheromone[at + 1u], c = pheromone[at + 2u], d = pheromone[at + 3u];
    uvec2 e = pheromone[at + 4u], f = pheromone[at + 5u], g = pheromone[at + 6u], h = pheromone[at + 7u];
    first_ends = uvec4(a.x, b.x, c.x, d.x);
    other_ends = uvec4(e.x, f.x, g.x, h.x);
    first_trails = uvec4(a.y, b.y, c.y, d.y);
    other_trails = uvec4(e.y, f.y, g.y, h.y);
    record_city = city;
}

// value_at returns the value beside the first of four ends that is a city, or what there is otherwise.
uint value_at(uvec4 ends, uint city, uvec4 values, uint otherwise) {
    otherwise = ends.w == city ? values.w : otherwise;
    otherwise = ends.z == city ? values.z : otherwise;
    otherwise = ends.y == city ? values.y : otherwise;
    return ends.x == city ? values.x : otherwise;
}

// recorded returns the trail of the edge to another city.
uint recorded(uint other) {
    return value_at(first_ends, other, first_trails, value_at(other_ends, other, other_trails, initial));
}
