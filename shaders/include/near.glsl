// Each city's list of the nearest cities with their weights. The Go reference is aco/problem/near.go.
const uint NEAR_CITIES = 32;
