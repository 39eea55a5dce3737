// Definitions for the stages of ACS. Go reference: aco/classic/reference/trails_acs.go.
//
// The trails are in a matrix. The includer has the push constants cities and pitch. With
// SELECTIVE each city has a record of a few trails (aco/classic/reference/trails_acs.go).
layout(constant_id = 23) const uint SYMMETRIC = 1;

#ifdef SELECTIVE
const uint TRAILS = 8; // of a record
#else
// cell_of returns the cell of the trail of an edge in the matrix.
uint cell_of(uint colony, uint from, uint to) {
    bool turned = SYMMETRIC == 1u && from > to;
    return (colony * cities + (turned ? to : from)) * pitch + (turned ? from : to);
}
#endif
