// The unvisited cities as a list in the ant's row of tours: the tour fills the places before a
// step's place, the list the rest of the row. The chosen city is swapped with the city at the
// step's place. Selection cursor counts elements from that place, selection compress from the end
// of the row: the city at the step's place is its last element. The rules and their sources are
// in aco/classic/reference/list.go.
layout(constant_id = 1) const uint FROM_END = 0; // 1: the first element is at the row's last place
// Places at the end of the row that are copied to shared memory.
layout(constant_id = 4) const uint COPIED_PLACES = 0;

// The includer has current_city.
shared uint row_copy[COPIED_PLACES > 0 ? COPIED_PLACES : 1];
uint row_end; // the place after the ant's row of tours

// place_of returns the place of an element of a step's list.
uint place_of(uint element, uint place) {
    return FROM_END == 1u ? row_end - 1u - element : place + element;
}

uint copy_of(uint place) {
    return place + COPIED_PLACES - row_end;
}

uint city_at(uint place) {
    return COPIED_PLACES > 0u ? row_copy[copy_of(place)] : tours[place];
}

// weight_of returns the weight of an element of a step's list, 0 if the ant must visit another
// one.
uint weight_of(uint element, uint place) {
    uint city = city_at(place_of(element, place));
    return is_excluded(city) ? 0u : weights[current_city * pitch + city];
}

// All elements of a step's list are unvisited. place is the step's place.
uint next_unvisited(uint element, uint end, uint place) { return min(element, end); }

uint city_of(uint element, uint place) { return city_at(place_of(element, place)); }

// four_weights returns the weights of four consecutive elements, 0 from an end on.
uvec4 four_weights(uint element, uint end, uint place) {
    uvec4 w = uvec4(0);
    for (uint k = 0u; k < 4u; k++) {
        if (element + k < end) {
            w[k] = weight_of(element + k, place);
        }
    }
    return w;
}

// visit moves the ant to the city of an element; one invocation calls it.
void visit(uint element, uint place) {
    uint from = place_of(element, place);
    uint city = city_at(from);
    if (COPIED_PLACES > 0u) {
        row_copy[copy_of(from)] = row_copy[copy_of(place)];
    } else {
        tours[from] = tours[place];
    }
    tours[place] = city;
    current_city = city;
}

// publish makes a visit visible to all invocations.
void publish() {
    if (COPIED_PLACES == 0u) {
        groupMemoryBarrier();
    }
    barrier();
}

// restore starts the list with all cities in ascending order, or restores it from an earlier
// dispatch.
void restore(uint tour, uint lane) {
    row_end = tour + cities;
    for (uint k = lane; k < cities - first; k += GROUP_SIZE) {
        uint place = place_of(k, tour + first);
        if (first == 0u) {
            tours[place] = k;
        }
        if (COPIED_PLACES > 0u) {
            row_copy[copy_of(place)] = tours[place];
        }
    }
    if (first > 0u && lane == 0u) {
        current_city = tours[tour + first - 1u];
    }
    publish();
}

// save_list writes the list back for the next dispatch.
void save_list(uint place, uint lane) {
    if (COPIED_PLACES > 0u) {
        for (uint at = place + lane; at < row_end; at += GROUP_SIZE) {
            tours[at] = row_copy[copy_of(at)];
        }
    }
}

// range_weight returns the sum of the weights of a range of elements.
uint range_weight(uint from, uint to, uint place) {
    uint weight = 0u;
    for (uint element = from; element < to; element += 4u) {
        uvec4 w = four_weights(element, to, place);
        weight += w.x + w.y + w.z + w.w;
    }
    return weight;
}

// draw_element moves the ant to the element of an invocation's range at which the running sum of
// the weights exceeds the target. The target is relative to the range: not below its weight in
// earlier invocations, and wrapped around in later ones. All invocations call it.
void draw_element(uint target, uint weight, uint from, uint to, uint place) {
    if (target < weight) {
        for (uint element = from; element < to; element += 4u) {
            uvec4 w = four_weights(element, to, place);
            for (uint k = 0u; k < 4u; k++) {
                if (target < w[k]) {
                    visit(element + k, place);
                    to = 0u;
                    target = ~0u; // no weight is larger
                } else {
                    target -= w[k];
                }
            }
        }
    }
    publish();
}

// Roulette over the list.
#ifdef LIST_TILE
// The weights are summed by tile, one for each subgroup. Then all invocations search the tile of
// the random number. The city does not depend on the tiles.
shared uint tile_sums[GROUP_SIZE / MIN_SUBGROUP];

// roulette moves the ant to a random city of the list. All invocations call it. It returns true, and
// does nothing, if the weights of the list are coarse.
bool roulette(uint word, uint place, uint left, uint lane, bool last_of_subgroup) {
    uint tile = (left + subgroup_count - 1u) / subgroup_count;
    uint width = subgroup_width();
    uint end = min((subgroup_index + 1u) * tile, left);
    uint weight = 0u;
    for (uint element = subgroup_index * tile + subgroup_lane; element < end; element += width) {
        weight += weight_of(element, place);
    }
    weight = subgroup_add(weight);
    if (last_of_subgroup) {
        tile_sums[subgroup_index] = weight;
    }
    barrier();

    uint total = 0u;
    for (uint s = 0u; s < subgroup_count; s++) {
        total += tile_sums[s];
    }
    if (can_choose() && is_coarse(total, left)) {
        return true;
    }
    uint target = multiply_high(word, total);
    uint chosen_tile = 0u;
    // Ends: chosen_tile counts.
    while (chosen_tile + 1u < subgroup_count && target >= tile_sums[chosen_tile]) {
        target -= tile_sums[chosen_tile++];
    }
    end = min((chosen_tile + 1u) * tile, left);
    uint own = (tile + GROUP_SIZE - 1u) / GROUP_SIZE;
    uint from = min(chosen_tile * tile + lane * own, end);
    uint to = min(from + own, end);
    weight = range_weight(from, to, place);
    uint before = sum_before(weight, last_of_subgroup, total);
    draw_element(target - before, weight, from, to, place);
    return false;
}
#else
// Each invocation has a range of the list, in the order of the invocations. A scan over the
// work-group is then a scan over the list. roulette moves the ant to a random city of the list.
// All invocations call it. It returns true, and does nothing, if the weights of the list are
// coarse.
bool roulette(uint word, uint place, uint left, uint lane, bool last_of_subgroup) {
    uint own = (left + GROUP_SIZE - 1u) / GROUP_SIZE;
    uint from = min(lane * own, left);
    uint to = min(from + own, left);
    uint weight = range_weight(from, to, place);
    uint total;
    uint before = sum_before(weight, last_of_subgroup, total);
    if (can_choose() && is_coarse(total, left)) {
        return true;
    }
    draw_element(multiply_high(word, total) - before, weight, from, to, place);
    return false;
}
#endif
