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
