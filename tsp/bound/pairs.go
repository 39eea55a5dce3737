package bound

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/aco-vk/aco-vk/internal/parallel"
	"github.com/aco-vk/aco-vk/tsp/internal/cityset"
	"github.com/aco-vk/aco-vk/tsp/internal/onetree"
)

// nearestPairs is the number of candidates of each node of a pair. 16 gave the same bounds as 8
// where nodes start with good weights.
const nearestPairs = 8

// sameKind is the distance of two nodes of the same kind, which no tour joins.
const sameKind = 1 << 32

// pairs is the ascent of an asymmetric matrix. A city c is a pair of nodes, which a fixed edge
// joins: tours enter it at node 2c+1 and leave it from node 2c (see reduce.NodePairs). Each node
// has a weight.
type pairs struct {
	ascent
	prices *assignment
}

// newPairs returns the ascent of an asymmetric matrix. It begins with the prices of an assignment
// as weights. So the first bound is at least the length of the assignment. Candidates are the
// nodes with the least distances less prices. If the context ends, there is no graph, and the
// error is the context's.
func newPairs(ctx context.Context, prices *assignment) (*pairs, error) {
	p, n := &pairs{prices: prices}, prices.n
	nodes, fixed, length := cityset.All[uint32](2*n), make([][2]uint32, n), int64(0)
	for city := range fixed {
		fixed[city] = [2]uint32{uint32(2 * city), uint32(2*city + 1)}
		length += p.prices.left[city] + p.prices.entered[city]
	}
	p.first = length
	lists, err := p.candidates(ctx)
	if err != nil {
		return p, err
	}
	unit := unitBits(length, n)
	p.ascent = ascent{
		first: length, graph: onetree.NewGraph(nodes, lists, p.distance, 1<<unit), bits: unit,
		most: maxWeight / int64(2*n), priced: true, distance: p.distance, tree: p.oneTree,
	}
	for city := range n {
		p.graph.Nodes[2*city] = -p.prices.left[city] << unit
		p.graph.Nodes[2*city+1] = -p.prices.entered[city] << unit
	}
	p.partner = make([]uint32, 2*n)
	for node := range p.partner {
		p.partner[node] = uint32(node) ^ 1
	}
	p.graph.Fix(fixed)
	p.graph.Connect()
	return p, nil
}

// distance returns the distance of two nodes.
func (p *pairs) distance(i, j uint32) int64 {
	switch {
	case (i^j)&1 == 0:
		return sameKind
	case i^j == 1:
		return 0
	case i&1 == 1:
		i, j = j, i
	}
	return int64(p.prices.in.Weights[int(i/2)*p.prices.n+int(j/2)])
}

// candidates returns a list for each node, one after the other.
func (p *pairs) candidates(ctx context.Context) ([]uint32, error) {
	n := p.prices.n
	width := min(nearestPairs, n-1)
	lists := make([]uint32, 2*n*width)
	err := parallel.For(ctx, n, func(city int) {
		left := least(lists[2*city*width:][:0:width], n, city,
			func(other int) int64 { return p.prices.reduced(city, other) })
		for i, other := range left {
			left[i] = 2*other + 1
		}
		entered := least(lists[(2*city+1)*width:][:0:width], n, city,
			func(other int) int64 { return p.prices.reduced(other, city) })
		for i, other := range entered {
			entered[i] = 2 * other
		}
	})
	return lists, err
}

// least fills an empty list with the other cities that have the least values. Where many are
// equal, each city has other ones: those after it.
func least(list []uint32, n, city int, value func(other int) int64) []uint32 {
	values := make([]int64, 0, cap(list))
	for k := 1; k < n; k++ {
		other := (city + k) % n
		v := value(other)
		if len(list) == cap(list) {
			if v >= values[len(values)-1] {
				continue
			}
			list, values = list[:len(list)-1], values[:len(values)-1]
		}
		at, _ := slices.BinarySearchFunc(values, v, func(a, b int64) int {
			if a == b {
				return -1 // after equal ones
			}
			return cmp.Compare(a, b)
		})
		list, values = slices.Insert(list, at, uint32(other)), slices.Insert(values, at, v)
	}
	return list
}

// weigh returns the weight of the lightest edge between the nodes of two cities, and its nodes.
func (p *pairs) weigh(a, b uint32) (int64, [2]uint32) {
	weights, n, nodes := p.prices.in.Weights, p.prices.n, p.graph.Nodes
	to := int64(weights[int(a)*n+int(b)])<<p.bits + nodes[2*a] + nodes[2*b+1]
	back := int64(weights[int(b)*n+int(a)])<<p.bits + nodes[2*b] + nodes[2*a+1]
	if to <= back {
		return to, [2]uint32{2 * a, 2*b + 1}
	}
	return back, [2]uint32{2 * b, 2*a + 1}
}

// oneTree returns the edges of a minimum 1-tree of all edges that has the fixed ones.
func (p *pairs) oneTree(ctx context.Context) ([][2]uint32, error) {
	n := p.prices.n
	tree, err := onetree.NewComplete(ctx, n, func(a, b uint32) int64 {
		w, _ := p.weigh(a, b)
		return w
	})
	if err != nil {
		return nil, err
	}
	edges, leaf := make([][2]uint32, 0, 2*n), slices.Repeat([]bool{true}, 2*n)
	for _, e := range tree.Edges() {
		_, nodes := p.weigh(e[0], e[1])
		edges = append(edges, nodes)
		leaf[nodes[0]], leaf[nodes[1]] = false, false
	}
	additional, err := p.additional(ctx, leaf)
	if err != nil {
		return nil, err
	}
	p.graph.AddMissing(append(edges, additional))
	for city := range uint32(n) {
		edges = append(edges, [2]uint32{2 * city, 2*city + 1})
	}
	return append(edges, additional), nil
}

// additional returns the lightest edge, but the fixed one, of the leaf where it is the
// heaviest.
func (p *pairs) additional(ctx context.Context, leaf []bool) ([2]uint32, error) {
	n := p.prices.n
	weights, others := make([]int64, 2*n), make([]uint32, 2*n)
	err := parallel.For(ctx, 2*n, func(node int) {
		weights[node] = math.MinInt64
		if leaf[node] {
			weights[node], others[node] = p.lightest(uint32(node))
		}
	})
	at := 0
	for node, w := range weights {
		if w > weights[at] {
			at = node
		}
	}
	return [2]uint32{uint32(at), others[at]}, err
}

// lightest returns the weight of the lightest edge of a node, but the fixed one, and its other
// node.
func (p *pairs) lightest(node uint32) (weight int64, other uint32) {
	weight = math.MaxInt64
	for to := 1 - node&1; to < uint32(2*p.prices.n); to += 2 {
		if to == node^1 {
			continue
		}
		if w := p.distance(node, to)<<p.bits + p.graph.Nodes[node] + p.graph.Nodes[to]; w < weight {
			weight, other = w, to
		}
	}
	return weight, other
}
