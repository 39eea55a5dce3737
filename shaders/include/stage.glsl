// Definitions for all stages: the work-group size is a specialization constant.
#include "select.glsl"

layout(local_size_x_id = 0) in;
layout(constant_id = 0) const uint GROUP_SIZE = 64;

const uint MIN_SUBGROUP = 4; // devices with smaller subgroups use the modules without subgroup operations
