package onetree

// Forest has sets of nodes that edges join. Each set is a tree with a root; the smaller of two
// joined sets hangs below the root of the other, so that paths to the roots are short.
type Forest struct {
	parent []uint32 // by node; itself for a root
	size   []uint32 // by root: the number of nodes
	joined []int64  // by node that is not a root: the weight of the edge that joined its set to the parent's
	turn   []uint32 // by node: the number of sets when it was joined, 0 for a root
	sets   uint32
}

// NewForest returns n sets of one node each.
func NewForest(n int) Forest {
	f := Forest{make([]uint32, n), make([]uint32, n), make([]int64, n), make([]uint32, n), uint32(n)}
	for i := range f.parent {
		f.parent[i], f.size[i] = uint32(i), 1
	}
	return f
}

// Root returns the node that stands for the set of a node.
func (f *Forest) Root(node uint32) uint32 {
	for f.parent[node] != node {
		node = f.parent[node]
	}
	return node
}

// Join joins the sets of two nodes by an edge, if they differ, and reports whether they did.
func (f *Forest) Join(a, b uint32, weight int64) bool {
	a, b = f.Root(a), f.Root(b)
	if a == b {
		return false
	}
	if f.size[a] < f.size[b] {
		a, b = b, a
	}
	f.parent[b], f.joined[b], f.turn[b] = a, weight, f.sets
	f.size[a] += f.size[b]
	f.sets--
	return true
}

// Heaviest returns the weight of the edge that brought two different nodes into one set. If edges
// were joined in the order of their weights, it is the heaviest on the way between the nodes.
func (f *Forest) Heaviest(a, b uint32) int64 {
	var weight int64
	for a != b {
		if f.turn[a] < f.turn[b] { // b was joined earlier
			a, b = b, a
		}
		weight = f.joined[a]
		a = f.parent[a]
	}
	return weight
}
