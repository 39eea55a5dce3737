package tsp

import (
	"io"
	"strings"
)

// ReadTour reads a TSPLIB95 file of TYPE TOUR with one tour over the cities 1..n, where n is its DIMENSION or, without
// one, the number of cities before the closing -1. Errors in the data are a [SyntaxError] with name as the file;
// others are failures of r.
func ReadTour(r io.Reader, name string) (Tour, error) {
	l := newLines(r, name)
	h := newHeader(l)
	var tour Tour
	for ended := false; !ended && l.next(); {
		keyword, value, err := h.keyword()
		if err != nil {
			return nil, err
		}
		switch keyword {
		case "NAME", "COMMENT", "DIMENSION", "TYPE":
			err = h.set(keyword, value)
			if err == nil && keyword == "TYPE" && h.kind != "TOUR" {
				err = l.errorf("this is no tour (TYPE: %s)", quote(h.kind))
			}
		case "TOUR_SECTION":
			if err = h.section(keyword, value, "TYPE"); err == nil {
				tour, err = readTourSection(h)
			}
		case "EOF":
			ended = true
			err = h.end()
		default:
			err = l.errorf("%s is not supported in a tour", quote(keyword))
		}
		if err != nil {
			return nil, err
		}
	}
	if tour == nil {
		return nil, l.endOr("the file ends without TOUR_SECTION")
	}
	return tour, l.err
}

// readTourSection reads the cities up to -1. Real files may leave the -1 out, or have a second that closes the list
// of tours; more than one tour is refused.
func readTourSection(h *header) (Tour, error) {
	l, n := h.lines, h.dimension
	var visits numbered
	closed := false
	for l.next() {
		if startsKeyword(l.text) {
			l.back()
			break
		}
		for text := range strings.FieldsSeq(l.text) {
			switch {
			case text == "-1":
				closed = true
			case closed:
				return nil, l.errorf("%s after the -1 that ends the tour; one tour a file is supported", quote(text))
			case n > 0 && len(visits.cities) == n:
				return nil, l.errorf("the tour has more than the %d cities of DIMENSION", n)
			default:
				if err := visits.add(l, text, n); err != nil {
					return nil, err
				}
			}
		}
	}
	count := len(visits.cities)
	if count < n || count < MinCities || n == 0 && !closed {
		return nil, l.endOr("the tour ends after %d cities", count)
	}
	return visits.cities, visits.check(l)
}
