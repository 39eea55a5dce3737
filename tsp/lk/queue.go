package lk

// queue has the cities whose moves are to be searched, first in, first out. A city is in it at
// most once: the don't-look bits of Bentley.
type queue struct {
	cities   []int32 // a ring
	from, to int
	queued   []bool // by city
}

func newQueue(n int) queue {
	return queue{cities: make([]int32, n+1), queued: make([]bool, n)}
}

func (q *queue) push(city int32) {
	if q.queued[city] {
		return
	}
	q.queued[city] = true
	q.cities[q.to] = city
	if q.to++; q.to == len(q.cities) {
		q.to = 0
	}
}

func (q *queue) pop() (city int32, ok bool) {
	if q.from == q.to {
		return 0, false
	}
	city = q.cities[q.from]
	if q.from++; q.from == len(q.cities) {
		q.from = 0
	}
	q.queued[city] = false
	return city, true
}
