package recombine

import "math/rand/v2"

// cycleGrain is the number of AB-cycles of a range. A cycle has about ten cuts.
const cycleGrain = 1 << 10

// cycles divides the difference into AB-cycles, each as an exchange of the first tour. The seed
// decides how edges pair at the cities at which both edges of both tours differ.
func (d *difference) cycles(distance func(a, b uint32) int64, seed uint64) (cycles []exchange) {
	d.pair(seed)
	memory := make([]int32, 3*len(d.cuts))
	cuts, joined := memory[:0:len(d.cuts)], memory[len(d.cuts):]
	local := make([]int32, len(d.cuts)) // by cut: its number in its cycle
	seen := make([]bool, len(d.cuts))
	for c := range d.cuts {
		if seen[c] {
			continue
		}
		from := len(cuts)
		for port := 2 * int32(c); !seen[port/2]; port = d.joined[port^1] {
			seen[port/2], local[port/2] = true, int32(len(cuts)-from)
			cuts = append(cuts, port) // for now
		}
		to := len(cuts)
		cycles = append(cycles, exchange{cuts: cuts[from:to:to], joined: joined[2*from : 2*to : 2*to]})
	}
	rangesOfSize(cycleGrain, len(cycles), func(from, to int) {
		for i := range cycles[from:to] {
			d.complete(&cycles[from+i], local, distance)
		}
	})
	return cycles
}

// complete computes an AB-cycle. Its cuts are not yet positions but the ports at which the cycle
// arrives.
func (d *difference) complete(x *exchange, local []int32, distance func(a, b uint32) int64) {
	for i, port := range x.cuts {
		city, end := d.city(port), d.city(port^1)
		x.gain += distance(city, end) - distance(end, d.city(d.joined[port^1]))
		cut := port / 2
		x.cuts[i] = d.cuts[cut]
		for side, other := range d.joined[2*cut : 2*cut+2] {
			x.joined[2*i+side] = 2*local[other/2] + other%2
		}
	}
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
