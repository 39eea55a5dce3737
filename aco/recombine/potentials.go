package recombine

// potentialScale is the factor of all lengths in subtractPotentials. With it, potentials are whole numbers.
const potentialScale = 4

// subtractPotentials makes partial solutions comparable: it subtracts from the length of each edge
// the potentials of its two nodes. Every closed tour has the same number of edges at a node, so
// all closed tours become shorter by the same amount, and the shortest one stays the shortest
// (Held and Karp 1970). The potential of a node is half the mean length of the edges of the
// present tour there. The sum over the present tour becomes zero. Without potentials, pruning
// would prefer the states that have taken the fewest edges: eight tours of 100,000 uniform cities
// gained .58% without and .74% with them in the same time.
func (w *subproblem) subtractPotentials() {
	potentials := make([]int64, len(w.mates)) // times potentialScale
	for _, e := range w.edges {
		if !e.present {
			continue
		}
		for _, node := range e.nodes {
			edges := int64(1) // of the present tour at the node
			if w.mates[node] == node {
				edges = 2
			}
			potentials[node] += potentialScale / 2 * e.length / edges
		}
	}
	for i := range w.edges {
		e := &w.edges[i]
		e.length = potentialScale*e.length - potentials[e.nodes[0]] - potentials[e.nodes[1]]
	}
}
