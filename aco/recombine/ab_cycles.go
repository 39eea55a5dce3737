package recombine

import "math/rand/v2"

// cycles divides the difference into AB-cycles, each as an exchange of the first tour. The seed decides how edges pair at the cities at which
// both edges of both tours differ.
func (d *difference) cycles(distance func(a, b uint32) int64, seed uint64) (cycles []exchange) {
	d.pair(seed)
	local := make([]int32, len(d.cuts)) // by cut: its number in its cycle
	seen := make([]bool, len(d.cuts))
	for c := range d.cuts {
		if seen[c] {
			continue
		}
		var x exchange
		first := 2 * int32(c)
		for port := first; !seen[port/2]; {
			seen[port/2], local[port/2] = true, int32(len(x.cuts))
			x.cuts = append(x.cuts, d.cuts[port/2])
			end := port ^ 1
			next := d.joined[end]
			x.gain += distance(d.city(port), d.city(end)) - distance(d.city(end), d.city(next))
			port = next
		}
		for _, position := range x.cuts {
			cut := d.cutAt[position]
			for _, port := range d.joined[2*cut : 2*cut+2] {
				x.joined = append(x.joined, 2*local[port/2]+port%2)
			}
		}
		cycles = append(cycles, x)
	}
	return cycles
}

// pair exchanges, at random, the two edges of the other tour between the two ports of a city.
func (d *difference) pair(seed uint64) {
	random := rand.New(rand.NewPCG(seed, 0))
	for c, position := range d.cuts {
		after := d.cutAt[d.tour.next(position)]
		if after == outside || random.Uint64()>>63 == 0 {
			continue
		}
		p, q := 2*int32(c)+1, 2*after
		x, y := d.joined[p], d.joined[q]
		d.joined[p], d.joined[y] = y, p
		d.joined[q], d.joined[x] = x, q
	}
}
