// Definitions for all stages: the size of a work-group, its number in the dispatch, and select.
layout(local_size_x_id = 0) in;
layout(constant_id = 0) const uint GROUP_SIZE = 64;

// The push constants of a stage begin with first and count, which the host sets for each dispatch:
// the dispatch does the units first to first + count - 1 of the stage. A comment beside them says
// what a unit is: an ant, a row, a step, a work-group.

// Devices with smaller subgroups use the modules without subgroup operations.
const uint MIN_SUBGROUP = 4;

// group_index numbers the work-groups of a dispatch: along x, then along y if there are more than
// a device's limit on x.
uint group_index() {
    return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
}

// select returns one of two values without a branch. The compiler makes a branch of ?: unless
// both operands are simple. SwiftShader's time to compile a loop doubles with each such branch in
// a row. Both values are computed whatever the condition is, so both must be free of errors: no
// index of a shared array may be beyond its end.
uint select(bool condition, uint yes, uint no) { return mix(no, yes, condition); }

int select(bool condition, int yes, int no) { return mix(no, yes, condition); }

bool select(bool condition, bool yes, bool no) { return mix(no, yes, condition); }

uvec2 select(bool condition, uvec2 yes, uvec2 no) { return mix(no, yes, bvec2(condition)); }
