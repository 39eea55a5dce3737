// The weights of a row from products, by a work-group. Go reference: weigh in
// aco/classic/reference/choice.go. The includer has subgroup.glsl and product.glsl.
shared int row_top;
shared uint row_sum;

void begin_row(uint lane) {
    if (lane == 0u) {
        row_top = MIN_TOP;
        row_sum = 0u;
    }
    barrier();
}

// top_of_row returns the maximum over all invocations.
int top_of_row(int highest) {
    highest = subgroup_max(highest);
    if (subgroup_elect()) {
        atomicMax(row_top, highest);
    }
    barrier();
    return row_top;
}

// sum_of_row returns the sum over all invocations.
uint sum_of_row(uint sum) {
    sum = subgroup_add(sum);
    if (subgroup_elect()) {
        atomicAdd(row_sum, sum);
    }
    barrier();
    return row_sum;
}

// weight_drop and weight_shift return by how many bits each of room aligned products is shifted:
// weight_drop before they are summed, weight_shift to become a weight.
uint weight_drop(uint room) { return uint(findMSB(room - 1u)) + 2u; }

uint weight_shift(uint sum, uint room) { return weight_drop(room) - uint(31 - findMSB(sum + 2u * room)); }
