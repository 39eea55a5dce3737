// What every stage begins with: the work-group size as a specialization constant, and the range of rows, steps or
// ants that this dispatch covers, so that a submission can end between any two of them.
layout(local_size_x_id = 0) in;
layout(constant_id = 0) const uint GROUP_SIZE = 64;
