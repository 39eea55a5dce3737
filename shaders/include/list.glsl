// The unvisited cities as a list in the ant's row of tours: the tour fills the places before a step's, the list the rest. The
// chosen city changes places with the one at the step's place, which is the first element of the list (cursor) or the last
// (compress), by the end of the row that elements are counted from. The rules and their sources are in aco/reference/list.go.
layout(constant_id = 1) const uint FROM_END = 0; // 1: the first element is at the row's last place, and so on down
layout(constant_id = 4) const uint COPIED = 0;   // places at the row's end that a dispatch keeps in shared memory

shared uint row_copy[COPIED > 0 ? COPIED : 1];
shared uint current_city; // the city where the ant is
uint row_end;       // behind the ant's row of tours

// place_of returns where an element of the list of a step is.
uint place_of(uint element, uint place) {
    return FROM_END == 1u ? row_end - 1u - element : place + element;
}

uint copy_of(uint place) {
    return place + COPIED - row_end;
}

uint city_at(uint place) {
    return COPIED > 0u ? row_copy[copy_of(place)] : tours[place];
}

// weight_of returns the weight of an element of the list of a step.
uint weight_of(uint element, uint place) {
    return weights[current_city * pitch + city_at(place_of(element, place))];
}

// four_weights returns the weights of four elements of the list, 0 for those from an end on.
uvec4 four_weights(uint element, uint end, uint place) {
    uvec4 w = uvec4(0);
    for (uint k = 0u; k < 4u; k++) {
        if (element + k < end) {
            w[k] = weight_of(element + k, place);
        }
    }
    return w;
}

// visit moves the ant to an element; one invocation calls it.
void visit(uint element, uint place) {
    uint from = place_of(element, place);
    uint city = city_at(from);
    if (COPIED > 0u) {
        row_copy[copy_of(from)] = row_copy[copy_of(place)];
    } else {
        tours[from] = tours[place];
    }
    tours[place] = city;
    current_city = city;
}

// publish makes a visit known to all invocations.
void publish() {
    if (COPIED == 0u) {
        groupMemoryBarrier();
    }
    barrier();
}

// recall begins the list with all cities in ascending order, or finds it as an earlier dispatch left it.
void restore(uint tour, uint lane) {
    row_end = tour + cities;
    for (uint k = lane; k < cities - first; k += GROUP_SIZE) {
        uint place = place_of(k, tour + first);
        if (first == 0u) {
            tours[place] = k;
        }
        if (COPIED > 0u) {
            row_copy[copy_of(place)] = tours[place];
        }
    }
    if (first > 0u && lane == 0u) {
        current_city = tours[tour + first - 1u];
    }
    publish();
}

// leave writes the list back for the next dispatch.
void save_list(uint place, uint lane) {
    if (COPIED > 0u) {
        for (uint at = place + lane; at < row_end; at += GROUP_SIZE) {
            tours[at] = row_copy[copy_of(at)];
        }
    }
}

// stretch_weight returns the sum of the weights of a stretch of the list.
uint range_weight(uint from, uint to, uint place) {
    uint weight = 0u;
    for (uint element = from; element < to; element += 4u) {
        uvec4 w = four_weights(element, to, place);
        weight += w.x + w.y + w.z + w.w;
    }
    return weight;
}

// settle moves the ant where the target, counted from the weights before an invocation's stretch, lies within the stretch's
// weight; in the invocations before that one it has wrapped around. All invocations call it; they agree on where the ant went.
void draw_element(uint target, uint weight, uint from, uint to, uint place) {
    if (target < weight) {
        for (uint element = from; element < to; element += 4u) {
            uvec4 w = four_weights(element, to, place);
            for (uint k = 0u; k < 4u; k++) {
                if (target < w[k]) {
                    visit(element + k, place);
                    to = 0u;
                    target = ~0u; // no weight exceeds it
                } else {
                    target -= w[k];
                }
            }
        }
    }
    publish();
}
