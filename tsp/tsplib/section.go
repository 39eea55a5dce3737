package tsplib

import (
	"bytes"
	"iter"
	"runtime"
	"slices"

	"github.com/aco-vk/aco-vk/tsp/internal/cityset"
)

// section reads a section of up to n cities, or of any number when n is 0, and returns how many it
// has. The name stands for the section in messages.
func (l *lines) section(name string, p lineParser, n int) (chunks []*chunk, count int, err error) {
	for c := range l.chunks(p) {
		count += len(c.cities)
		switch extra := count - n; {
		case n > 0 && extra > 0:
			return nil, 0, l.errorAt(c.line(len(c.cities)-extra), "%s has more than the %d cities of DIMENSION",
				name, n)
		case n > 0 && extra == 0 && c.err != nil && !c.terminated: // a malformed line after the last city
			return nil, 0, l.errorf("%s has more than the %d cities of DIMENSION", name, n)
		case c.err != nil:
			return nil, 0, l.errorf("%v", c.err)
		}
		chunks = append(chunks, c)
	}
	return chunks, count, nil
}

// pendingBlock is a block that a goroutine parses.
type pendingBlock struct {
	block []byte
	done  chan *chunk
}

// chunks parses the section that begins after the current line, and yields its chunks in the order
// of the file. All cores parse the blocks ahead. Afterwards the line behind the section is the
// current one, and next returns it.
func (l *lines) chunks(p lineParser) iter.Seq[*chunk] {
	return func(yield func(*chunk) bool) {
		var queue []pendingBlock
		for more := true; more; {
			if queue = l.parseAhead(p, queue); len(queue) == 0 {
				l.finish()
				return
			}
			c := <-queue[0].done
			c.linesBefore, l.number = l.number, l.number+c.lines
			if more = yield(c) && !c.ended; more {
				l.blocks.recycle(queue[0].block)
			}
			l.block, queue = c.rest, queue[1:]
		}
		l.requeue(queue)
		if l.next() {
			l.unread()
		}
	}
}

// parseAhead fills the queue, with enough blocks that no core waits for a slower one.
func (l *lines) parseAhead(p lineParser, queue []pendingBlock) []pendingBlock {
	for len(queue) < 2*runtime.GOMAXPROCS(0) {
		block := l.block
		if l.block = nil; len(block) == 0 {
			if block = l.fetch(); block == nil {
				break
			}
		}
		pending := pendingBlock{block, make(chan *chunk, 1)}
		go func() { pending.done <- parseChunk(p, block) }()
		queue = append(queue, pending)
	}
	return queue
}

// requeue puts the blocks of a queue back before the blocks not parsed yet: they are behind the
// section.
func (l *lines) requeue(queue []pendingBlock) {
	ahead := make([][]byte, 0, len(queue)+len(l.ahead))
	for _, pending := range queue {
		<-pending.done
		ahead = append(ahead, pending.block)
	}
	l.ahead = append(ahead, l.ahead...)
}

// chunk is a parsed block: the cities of a section that are in the block.
type chunk struct {
	linesBefore int          // lines of the file before the block
	lines       int          // lines of the block that were parsed
	cities      []int32      // counted from 0
	lineOf      []int32      // by place in cities: the line of the block, counted from 1
	values      [3][]float64 // by axis: the coordinates of the cities, where the section has them
	err         error        // what is wrong with the last line that was parsed
	terminated  bool         // the last line that was parsed has the -1 that ends a tour
	ended       bool         // the section ends in this block
	rest        []byte       // the part of the block that was not parsed
}

// A lineParser parses the lines of a section. Several goroutines use it at once.
type lineParser interface {
	// fields returns how many numbers a city has.
	fields() int
	// parseFast parses the line at the beginning of text if its numbers have no exponents and few
	// digits, and returns the length of the line with its end. It returns 0 for every other line,
	// valid or not.
	parseFast(c *chunk, text []byte) int
	// parse parses any line, without blanks around it.
	parse(c *chunk, line []byte) error
}

// parseChunk parses a block up to the end of the section.
func parseChunk(p lineParser, block []byte) *chunk {
	// A number takes two bytes: a digit and a separator.
	room := min(bytes.Count(block, []byte("\n"))+1, len(block)/(2*p.fields()))
	c := &chunk{rest: block, cities: make([]int32, 0, room), lineOf: make([]int32, 0, room)}
	for axis := range p.fields() - 1 {
		c.values[axis] = make([]float64, 0, room)
	}
	for len(c.rest) > 0 && !c.ended {
		c.lines++
		if length := p.parseFast(c, c.rest); length > 0 {
			c.rest = c.rest[length:]
			continue
		}
		line, rest, _ := bytes.Cut(c.rest, []byte("\n"))
		if line = bytes.TrimSpace(line); len(line) > 0 && startsKeyword(line[0]) {
			c.lines, c.ended = c.lines-1, true
			break
		}
		c.err = p.parse(c, line)
		c.rest, c.ended = rest, c.terminated || c.err != nil
	}
	return c
}

// add appends a city that is on the current line, with its coordinates.
func (c *chunk) add(city int32, values ...float64) {
	c.cities = append(c.cities, city)
	c.lineOf = append(c.lineOf, int32(c.lines))
	for axis, v := range values {
		c.values[axis] = append(c.values[axis], v)
	}
}

// line returns the line of the file that has the chunk's city i.
func (c *chunk) line(i int) int { return c.linesBefore + int(c.lineOf[i]) }

// checkCities returns an error for a city outside 0..n-1 and for one that is given twice.
func (l *lines) checkCities(chunks []*chunk, n int) error {
	seen := cityset.New(n)
	for _, c := range chunks {
		if err := l.ended(); err != nil {
			return err
		}
		for i, city := range c.cities {
			if int(city) >= n {
				return l.errorAt(c.line(i), "city %d is outside 1..%d, the number of cities", city+1, n)
			}
			if !seen.Add(city) {
				return l.errorAt(c.line(i), "city %d is given twice, first on line %d", city+1,
					firstLine(chunks, city))
			}
		}
	}
	return nil
}

// firstLine returns the first line that has a city.
func firstLine(chunks []*chunk, city int32) int {
	for _, c := range chunks {
		if i := slices.Index(c.cities, city); i >= 0 {
			return c.line(i)
		}
	}
	return 0
}
