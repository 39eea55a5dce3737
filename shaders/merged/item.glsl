// Assigns an item of a colony, an ant or a position, to each invocation. The items of a work-group
// belong to one colony. The includer has the push constant first.
uint colony, item;

// assign_item sets colony and item. The last work-group of a colony may have invocations with
// item ≥ items.
void assign_item(uint items) {
    uint groups = (items + GROUP_SIZE - 1u) / GROUP_SIZE; // of a colony
    uint unit = first + group_index();
    colony = unit / groups;
    item = unit % groups * GROUP_SIZE + gl_LocalInvocationIndex;
}
