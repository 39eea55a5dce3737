package tsp

import (
	"bytes"
	"slices"
)

// chunk is what a block has of a section of numbered cities.
type chunk struct {
	before int          // how many lines of the file are before the block
	lines  int          // how many lines of the block were taken
	cities []int32      // counted from 0
	at     []int32      // which lines of the block they are on, counted from 1
	values [3][]float64 // their coordinates by axis, as many as the section has
	fault  error        // what is wrong with the last line that was taken
	closed bool         // that line has the number that closes a tour
	over   bool         // the section ends here
	rest   []byte       // what of the block was not taken
}

// rows is the kind of the lines that a section has. It is used by several cores at once.
type rows interface {
	// numbers is how many numbers belong to a city.
	numbers() int
	// plain takes the line that text begins with, if its numbers are written plainly, and returns its length with its
	// end. It returns 0 for every other line, right or wrong.
	plain(c *chunk, text []byte) int
	// line takes any line, given without blanks around it. An error says what is wrong with it.
	line(c *chunk, text []byte) error
}

// parseChunk reads a block up to the end of the section.
func parseChunk(r rows, block []byte) *chunk {
	// A number takes two bytes: a digit and what ends it.
	room := min(bytes.Count(block, []byte("\n"))+1, len(block)/(2*r.numbers()))
	c := &chunk{rest: block, cities: make([]int32, 0, room), at: make([]int32, 0, room)}
	for axis := range r.numbers() - 1 {
		c.values[axis] = make([]float64, 0, room)
	}
	for len(c.rest) > 0 && !c.over {
		c.lines++
		if length := r.plain(c, c.rest); length > 0 {
			c.rest = c.rest[length:]
			continue
		}
		line, rest, _ := bytes.Cut(c.rest, []byte("\n"))
		if line = bytes.TrimSpace(line); len(line) > 0 && startsKeyword(line[0]) {
			c.lines, c.over = c.lines-1, true
			break
		}
		c.fault = r.line(c, line)
		c.rest, c.over = rest, c.closed || c.fault != nil
	}
	return c
}

// add takes a city that is on the current line, with its values.
func (c *chunk) add(city int32, values ...float64) {
	c.cities = append(c.cities, city)
	c.at = append(c.at, int32(c.lines))
	for axis, v := range values {
		c.values[axis] = append(c.values[axis], v)
	}
}

// line returns the line of the file that the chunk's city i is on.
func (c *chunk) line(i int) int { return c.before + int(c.at[i]) }

// check refuses cities outside 0..n-1 and cities that come twice, where n is how many there are.
func (l *lines) check(chunks []*chunk, n int) error {
	seen := newCitySet(n)
	for _, c := range chunks {
		for i, city := range c.cities {
			if int(city) >= n {
				return l.errorAt(c.line(i), "city %d is outside 1..%d, the number of cities", city+1, n)
			}
			if !seen.add(city) {
				return l.errorAt(c.line(i), "city %d is given twice, first on line %d", city+1, firstLine(chunks, city))
			}
		}
	}
	return nil
}

// firstLine returns the first line that a city is on.
func firstLine(chunks []*chunk, city int32) int {
	for _, c := range chunks {
		if i := slices.Index(c.cities, city); i >= 0 {
			return c.line(i)
		}
	}
	return 0
}
