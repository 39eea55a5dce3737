// The cell of the trail of an edge in the matrix. The rule is in the Go reference, aco/classic/reference/trails_acs.go. The including shader has the
// push constants cities and pitch.
layout(constant_id = 23) const uint SYMMETRIC = 1;

uint cell_of(uint colony, uint from, uint to) {
    bool turned = SYMMETRIC == 1u && from > to;
    return (colony * cities + (turned ? to : from)) * pitch + (turned ? from : to);
}
