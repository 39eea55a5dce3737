package lk

// maxDepth is the number of edges that a search exchanges before it goes on from the best tour
// found.
const maxDepth = 5

// shallowDepth is the same for shallow searches of node pairs, which do not go on.
const shallowDepth = 3

// breadth is the number of ways to go on after so many removed edges, the most promising ones. It is at
// most the number of options of a step.
type breadth [maxDepth]int

var (
	// usualBreadth is for tours that are kicked often: after 10 s of a processor, eight instances of 1000
	// to 10,000 cities were .01% above the best of six settings, and .09% with thoroughBreadth.
	usualBreadth = breadth{1: 4, 2: 2, 3: 1, 4: 1}
	// thoroughBreadth is for parts of long tours, which are kicked seldom: the first local optima of 5000
	// cities in clusters are 2% longer with usualBreadth.
	thoroughBreadth = breadth{1: 5, 2: 2, 3: 2, 4: 1}
	// pairBreadth is for node pairs, where every second edge is fixed, so that fewer moves close to a tour.
	// After 8 s of a processor, six matrices of one-way streets and of roads with 500 and 1000 cities had
	// tours .2% longer with thoroughBreadth.
	pairBreadth = breadth{1: 8, 2: 5, 3: 4, 4: 2}
)

// mostOptions is the largest breadth, a power of 2.
const mostOptions = 8

// rounds is how often a search goes on from the best tour found. Few searches get so far.
const rounds = 40

// move is a sequence of exchanged edges: t[0]-t[1], t[2]-t[3], ... are removed, t[1]-t[2], ...,
// t[2k-1]-t[0] added.
type move struct {
	t     [2 * maxDepth]int32
	edges int   // k
	gain  int64 // length of the removed edges without the added ones, but for the last of them
}

// improveCity makes the first move found that removes an edge at the city. It returns its gain, 0
// if there is none.
func (s *Search) improveCity(city int32) int64 {
	if s.reverses {
		return s.improveShallow(city)
	}
	mark := s.undo.mark()
	for side := range s.links[city] {
		l := s.links[city][side]
		if s.isFixed(city, l.city) {
			continue
		}
		gain, from := int64(l.distance), l.city
		s.added = s.added[:0]
		for round := 0; ; round++ {
			s.t[0], s.t[1], s.open.gain = city, from, 0
			if gain := s.step(1, from, gain); gain > 0 {
				for _, l := range s.undo.links[mark.links:] {
					s.queue.push(l.city)
				}
				return gain
			}
			if round == rounds || s.open.gain == 0 {
				break
			}
			gain, from = s.goOn()
		}
		s.revertTo(mark)
	}
	if s.pairs != nil {
		return s.turn(city)
	}
	return 0
}

// goOn makes the open move. It returns the length of the removed edges, less the added ones without the
// edge that closes the tour, and the city from which this edge leads.
func (s *Search) goOn() (gain int64, from int32) {
	s.t = s.open.t
	s.arrange(s.open.edges)
	s.execute(s.open.edges)
	last := 2*s.open.edges - 1
	for i := 1; i < last; i += 2 {
		s.added = append(s.added, [2]int32{s.t[i], s.t[i+1]})
	}
	return s.open.gain, s.t[last]
}

// isAdded reports whether an earlier round of the search has added an edge.
func (s *Search) isAdded(a, b int32) bool {
	for _, e := range s.added {
		if e == [2]int32{a, b} || e == [2]int32{b, a} {
			return true
		}
	}
	return false
}

// option is a way to go on: an edge to the candidate city is added, its edge to end removed.
type option struct {
	gain      int64 // length of the removed edges without the added ones
	city, end int32
}

// step adds an edge from the end of the last of k removed edges to a candidate and removes an edge
// of the candidate, and goes on from its other end. gain is the length of the removed edges
// without the added ones. If moves that remove k+1 edges shorten the tour, it makes the best of
// them, else the first of more edges that does, and returns by how much; 0 if there is none. Then
// s.open is the move of maxDepth edges with the largest gain. The last edge that it removes is none
// that an earlier round has added: otherwise rounds would undo each other.
func (s *Search) step(k int, from int32, gain int64) int64 {
	var options [mostOptions]option
	count, most := 0, s.breadth[k]
	if s.shallow && k+1 == shallowDepth {
		most = 0 // moves that close alone
	}
	var shortest option // with the gain after the closing edge
	at := s.links[from]
	first := s.t[0]
	for _, c := range s.list(from) {
		g := gain - int64(c.distance)
		if g <= 0 {
			break
		}
		if c.city == at[0].city || c.city == at[1].city {
			continue
		}
		for _, l := range s.links[c.city] {
			g := g + int64(l.distance)
			worst := most == 0 || count == most && options[(count-1)&(mostOptions-1)].gain >= g
			closed := s.closedGain(l.city, first, g, shortest.gain)
			if worst && closed == 0 || s.isRemoved(k, c.city, l.city) || s.isFixed(c.city, l.city) {
				continue
			}
			if closed > 0 {
				s.t[2*k], s.t[2*k+1] = c.city, l.city
				if s.arrange(k + 1) {
					shortest = option{closed, c.city, l.city}
				}
			}
			if worst || k+1 == maxDepth && s.isAdded(c.city, l.city) {
				continue
			}
			i := count
			if count < most {
				count++
			} else {
				i--
			}
			for i > 0 && options[i-1].gain < g {
				options[i] = options[i-1]
				i--
			}
			options[i] = option{g, c.city, l.city}
		}
	}
	if shortest.gain > 0 {
		s.t[2*k], s.t[2*k+1] = shortest.city, shortest.end
		s.arrange(k + 1)
		s.execute(k + 1)
		return shortest.gain
	}
	for i := range options[:count] {
		o := &options[i]
		s.t[2*k], s.t[2*k+1] = o.city, o.end
		if k+1 < maxDepth {
			if gain := s.step(k+1, o.end, o.gain); gain > 0 {
				return gain
			}
		} else if o.gain > s.open.gain && o.end != first && s.arrange(k+1) {
			s.open = move{s.t, k + 1, o.gain}
		}
	}
	return 0
}

// closedGain returns the gain after the edge from a city to the first one is added, or 0 if it is
// at most least.
func (s *Search) closedGain(city, first int32, gain, least int64) int64 {
	if gain <= least {
		return 0
	}
	if s.points != nil {
		// most closing edges are too long: this takes no root
		a, b := &s.points[city], &s.points[first]
		dx, dy, most := a.x-b.x, a.y-b.y, float64(gain-least)
		if dx*dx+dy*dy >= most*most {
			return 0
		}
	}
	if gain -= int64(s.distance(city, first)); gain > least {
		return gain
	}
	return 0
}

// isRemoved reports whether an edge is one of the first k that the current move removes.
func (s *Search) isRemoved(k int, a, b int32) bool {
	for t := s.t[:2*k]; len(t) >= 2; t = t[2:] {
		if t[0] == a && t[1] == b || t[0] == b && t[1] == a {
			return true
		}
	}
	return false
}

// paths are the paths between the removed edges of a move. The ends of removed edges have ranks
// in the order of positions: the edge number j joins ranks 2j and 2j+1, and a path leads from rank
// 2j+1 to rank 2j+2, the last one to rank 0.
type paths struct {
	end  [2 * maxDepth]int // by rank, index of an end in t
	rank [2 * maxDepth]int // by index in t
	from [maxDepth]int     // by order in the new tour: rank where the path begins
	to   [maxDepth]int     // and ends
}

// arrange sets the paths of a move that exchanges k edges, in the order of the new tour. It
// returns false if the move would make several cycles.
func (s *Search) arrange(k int) bool {
	p := &s.paths
	if k == 2 && s.follows(s.t[0], s.t[1]) == s.follows(s.t[2], s.t[3]) {
		return false // removed in the same direction, the edges leave two cycles
	}
	var key [maxDepth]int32
	for j := range k {
		low := 2 * j
		if !s.follows(s.t[low], s.t[low+1]) {
			low++
		}
		a := s.pos[s.t[low]]
		i := j
		for i > 0 && key[i-1] > a {
			key[i] = key[i-1]
			p.end[2*i] = p.end[2*i-2]
			i--
		}
		key[i], p.end[2*i] = a, low
	}
	for j := range k {
		low := p.end[2*j]
		p.end[2*j+1] = low ^ 1
		p.rank[low], p.rank[low^1] = 2*j, 2*j+1
	}
	r, last := 1, 2*k-1
	for count := 0; ; {
		p.from[count] = r
		if r&1 != 0 {
			if r++; r > last {
				r = 0
			}
		} else if r--; r < 0 {
			r = last
		}
		p.to[count] = r
		count++
		i := p.end[r]
		if i&1 != 0 { // added edges join 1 and 2, 3 and 4, ..., 2k-1 and 0
			if i++; i > last {
				i = 0
			}
		} else if i--; i < 0 {
			i = last
		}
		r = p.rank[i]
		if r == 1 {
			return count == k
		}
		if count == k {
			return false
		}
	}
}

// follows reports whether the second of two neighbours in the tour comes after the first.
func (s *Search) follows(a, b int32) bool {
	d := s.pos[b] - s.pos[a]
	return d == 1 || d < -1
}

// execute makes the arranged move of k edges. The longest path stays where it is.
func (s *Search) execute(k int) {
	p := &s.paths
	n := int32(len(s.tour))
	longest, most := 0, int32(0)
	var first, last [maxDepth]int32 // positions by order in the new tour
	for i := range k {
		a, b := s.pos[s.t[p.end[p.from[i]]]], s.pos[s.t[p.end[p.to[i]]]]
		first[i], last[i] = a, b
		if p.from[i]&1 == 0 {
			a, b = b, a
		}
		size := b - a + 1
		if size <= 0 {
			size += n
		}
		if size > most {
			longest, most = i, size
		}
	}
	start, step := last[longest]+1, 1
	turned := p.from[longest]&1 == 0
	if turned {
		start, step = first[longest]+1, k-1
	}
	if start == n {
		start = 0
	}
	old := s.undo.save(s.tour, start, n-most)
	to := start
	for i := (longest + step) % k; i != longest; i = (i + step) % k {
		a, b := first[i], last[i]
		if turned {
			a, b = b, a
		}
		a, b = s.behind(start, a), s.behind(start, b)
		if backward := (p.from[i]&1 == 0) != turned; backward {
			for ; a >= b; a-- {
				to = s.placeBehind(old[a], to)
			}
		} else {
			for ; a <= b; a++ {
				to = s.placeBehind(old[a], to)
			}
		}
	}
	s.relink(k)
}

// behind returns how many positions a position is behind another one.
func (s *Search) behind(start, at int32) int32 {
	if at -= start; at < 0 {
		at += int32(len(s.tour))
	}
	return at
}

// placeBehind places a city and returns the next position.
func (s *Search) placeBehind(city, at int32) (next int32) {
	s.place(city, at)
	if next = at + 1; int(next) == len(s.tour) {
		return 0
	}
	return next
}

// place puts a city at a position.
func (s *Search) place(city, at int32) { s.tour[at] = city; s.pos[city] = at }

// relink updates the links of the ends of a move and queues them.
func (s *Search) relink(k int) {
	var slot [2 * maxDepth]int
	ends := s.t[:2*k]
	for i, city := range ends {
		if s.links[city][0].city != ends[i^1] {
			slot[i] = 1
		}
	}
	for i := 1; i < 2*k; i += 2 {
		j := i + 1
		if j == 2*k {
			j = 0
		}
		s.join(ends[i], slot[i], ends[j], slot[j])
	}
}

// join joins two cities.
func (s *Search) join(a int32, slotA int, b int32, slotB int) {
	d := s.distance(a, b)
	s.setLink(a, slotA, link{b, d})
	s.setLink(b, slotB, link{a, d})
}

func (s *Search) setLink(city int32, slot int, to link) {
	s.undo.links = append(s.undo.links, oldLink{city, int32(slot), s.links[city][slot]})
	s.links[city][slot] = to
}
