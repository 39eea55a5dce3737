package tsp

import (
	"iter"
	"runtime"
)

// section reads a section with up to n cities, or with any number of them when n is 0, and returns how many it has. What
// the section is called is said where it has more.
func (l *lines) section(what string, r rows, n int) (chunks []*chunk, count int, err error) {
	for c := range l.chunks(r) {
		count += len(c.cities)
		switch over := count - n; {
		case n > 0 && over > 0:
			return nil, 0, l.errorAt(c.line(len(c.cities)-over), "%s has more than the %d cities of DIMENSION", what, n)
		case n > 0 && over == 0 && c.fault != nil && !c.closed: // one too many, and whatever else
			return nil, 0, l.errorf("%s has more than the %d cities of DIMENSION", what, n)
		case c.fault != nil:
			return nil, 0, l.errorf("%v", c.fault)
		}
		chunks = append(chunks, c)
	}
	return chunks, count, nil
}

// parsing is a block that is being parsed.
type parsing struct {
	block []byte
	done  chan *chunk
}

// chunks gives what the section that begins behind the current line has, block by block in the order of the file, while
// all cores parse those that follow. The section ends where it is over, or with the file.
func (l *lines) chunks(r rows) iter.Seq[*chunk] {
	return func(yield func(*chunk) bool) {
		var queue []parsing
		for again := true; again; {
			if queue = l.parseAhead(r, queue); len(queue) == 0 {
				l.end()
				return
			}
			c := <-queue[0].done
			c.before, l.number = l.number, l.number+c.lines
			if again = yield(c) && !c.over; again {
				l.blocks.recycle(queue[0].block)
			}
			l.block, queue = c.rest, queue[1:]
		}
		l.takeBack(queue)
		if l.next() { // the line behind the section is the current one, to be looked at by the caller
			l.back()
		}
	}
}

// parseAhead fills the queue, with enough that no core waits for another that is slow.
func (l *lines) parseAhead(r rows, queue []parsing) []parsing {
	for len(queue) < 2*runtime.GOMAXPROCS(0) {
		block := l.block
		if l.block = nil; len(block) == 0 {
			if block = l.fetch(); block == nil {
				break
			}
		}
		p := parsing{block, make(chan *chunk, 1)}
		go func() { p.done <- parseChunk(r, block) }()
		queue = append(queue, p)
	}
	return queue
}

// takeBack returns blocks of a queue to those that follow: they are not of this section.
func (l *lines) takeBack(queue []parsing) {
	ahead := make([][]byte, 0, len(queue)+len(l.ahead))
	for _, p := range queue {
		<-p.done
		ahead = append(ahead, p.block)
	}
	l.ahead = append(ahead, l.ahead...)
}
