// From products to the weights of a row, by a work-group together. The rule is weigh in aco/reference/choice.go.
shared int row_top;
shared uint row_sum;

void begin_row(uint lane) {
    if (lane == 0u) {
        row_top = MIN_TOP;
        row_sum = 0u;
    }
    barrier();
}

// top_of_row returns the highest of all invocations' tops.
int top_of_row(int highest) {
    highest = subgroup_max(highest);
    if (subgroup_elect()) {
        atomicMax(row_top, highest);
    }
    barrier();
    return row_top;
}

// sum_of_row returns the sum of all invocations' aligned products without their last drop bits.
uint sum_of_row(uint sum) {
    sum = subgroup_add(sum);
    if (subgroup_elect()) {
        atomicAdd(row_sum, sum);
    }
    barrier();
    return row_sum;
}

// drop_of and shift_of return how many bits of aligned products go, in the sum and in the weights, with room for a count of them.
uint weight_drop(uint room) { return uint(findMSB(room - 1u)) + 2u; }

uint weight_shift(uint sum, uint room) { return weight_drop(room) - uint(31 - findMSB(sum + 2u * room)); }
