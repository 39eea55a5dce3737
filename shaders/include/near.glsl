// The list of each city's nearest cities and their weights. Go reference: aco/problem/near.go.
const uint NEAR_CITIES = 32;
