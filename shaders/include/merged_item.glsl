// Items of all colonies, ants or places, one invocation each, and no work-group has those of two colonies. The including
// shader has the push constant first and group.glsl.
uint colony, item;

// deal sets both; there may be fewer items than that.
void assign_item(uint items) {
    uint groups = (items + GROUP_SIZE - 1u) / GROUP_SIZE; // of a colony
    uint unit = first + group_index();
    colony = unit / groups;
    item = unit % groups * GROUP_SIZE + gl_LocalInvocationIndex;
}
