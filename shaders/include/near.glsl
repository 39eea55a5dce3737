// Each city's list of the nearest cities with their weights. Its Go twin is aco/problem/near.go.
const uint NEAR_CITIES = 32;
