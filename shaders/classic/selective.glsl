// Constants of the selective memory of ACS. The rules and their source are in the Go reference, aco/classic/reference/selective.go.
layout(constant_id = 23) const uint SYMMETRIC = 1;

const uint TRAILS = 8; // of a record; problem.SelectiveTrails
