// The list of each city's nearest cities and their weights. Go reference: aco/classic/model/near.go.
const uint NEAR_CITIES = 32;
