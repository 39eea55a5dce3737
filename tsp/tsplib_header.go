package tsp

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// header is the specification part of a TSPLIB file.
type header struct {
	lines      *lines
	seen       map[string]int // keyword or section → the line it is on
	name       string
	comments   []string
	kind       string // TYPE
	dimension  int    // 0 until it is known
	metric     Metric
	format     string // EDGE_WEIGHT_FORMAT
	coordinate string // NODE_COORD_TYPE
}

func newHeader(l *lines) *header { return &header{lines: l, seen: map[string]int{}} }

// keyword splits the current line in the keyword it begins with, in capitals, and its value. The colon may have blanks
// around it, and sections have none.
func (h *header) keyword() (keyword, value string, err error) {
	text := h.lines.text
	end := strings.IndexFunc(text, func(r rune) bool {
		return r != '_' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	})
	if end < 0 {
		end = len(text)
	}
	rest := strings.TrimSpace(text[end:])
	value, colon := strings.CutPrefix(rest, ":")
	separated := colon || end == len(text) || strings.ContainsRune(" \t", rune(text[end]))
	if !separated || !startsKeyword(text[0]) {
		return "", "", h.lines.errorf("%s is no TSPLIB keyword with a value, and no section", quote(text))
	}
	return strings.ToUpper(text[:end]), strings.TrimSpace(value), nil
}

// startsKeyword tells a line of the specification part from one of numbers, by its first byte.
func startsKeyword(first byte) bool {
	c := first | 0x20 // in lower case
	return c >= 'a' && c <= 'z'
}

// set takes a keyword with its value.
func (h *header) set(keyword, value string) error {
	if keyword != "COMMENT" { // comments may repeat
		if err := h.once(keyword); err != nil {
			return err
		}
	}
	capitals := strings.ToUpper(value)
	switch keyword {
	case "NAME":
		h.name = value
	case "COMMENT":
		h.comments = append(h.comments, value)
	case "TYPE":
		// Real files put the contributor behind it: "TSP (M.~Hofmeister)".
		h.kind, _, _ = strings.Cut(capitals, " ")
	case "DIMENSION":
		return h.setDimension(value)
	case "EDGE_WEIGHT_TYPE":
		h.metric = Metric(capitals)
		if !h.metric.known() {
			return h.lines.errorf("EDGE_WEIGHT_TYPE %s is not supported; supported are EUC_2D, CEIL_2D, MAN_2D, "+
				"MAX_2D, EUC_3D, GEO, ATT and EXPLICIT", quote(value))
		}
	case "EDGE_WEIGHT_FORMAT":
		h.format = capitals
		if _, known := shapes[h.format]; !known && h.format != "FUNCTION" {
			return h.lines.errorf("EDGE_WEIGHT_FORMAT %s is not supported", quote(value))
		}
	case "NODE_COORD_TYPE":
		h.coordinate = capitals
		return h.oneOf(keyword, value, "TWOD_COORDS", "THREED_COORDS", "NO_COORDS")
	case "DISPLAY_DATA_TYPE":
		return h.oneOf(keyword, value, "COORD_DISPLAY", "TWOD_DISPLAY", "NO_DISPLAY")
	default:
		return h.lines.errorf("%s is not supported", quote(keyword))
	}
	return nil
}

func (h *header) setDimension(value string) error {
	n, err := strconv.ParseInt(value, 10, 32)
	if err != nil || n < MinCities {
		return h.lines.errorf("DIMENSION %s is not a whole number in %d..%d", quote(value), MinCities, math.MaxInt32)
	}
	h.dimension = int(n)
	return nil
}

func (h *header) oneOf(keyword, value string, allowed ...string) error {
	if slices.Contains(allowed, strings.ToUpper(value)) {
		return nil
	}
	return h.lines.errorf("%s %s is not one of %s", keyword, quote(value), strings.Join(allowed, ", "))
}

// once refuses the second line with one keyword or section.
func (h *header) once(keyword string) error {
	if first, twice := h.seen[keyword]; twice {
		return h.lines.errorf("%s is given twice, first on line %d", quote(keyword), first)
	}
	h.seen[keyword] = h.lines.number
	return nil
}

// section takes the line that begins a section, which must have the keywords it needs before it.
func (h *header) section(keyword, value string, needs ...string) error {
	if value != "" {
		return h.lines.errorf("%s is followed by %s on its line", keyword, quote(value))
	}
	for _, need := range needs {
		if _, given := h.seen[need]; !given {
			return h.lines.errorf("%s needs %s before it", keyword, need)
		}
	}
	return h.once(keyword)
}

// end takes EOF, after which nothing may come.
func (h *header) end() error {
	if h.lines.next() {
		return h.lines.errorf("%s after EOF", quote(h.lines.text))
	}
	return h.lines.err
}
