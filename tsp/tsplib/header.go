package tsplib

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/internal/parse"
)

// header is the specification part of a TSPLIB file.
type header struct {
	lines      *lines
	seen       map[string]int // by keyword or section: its line
	name       string
	comments   []string
	kind       string // TYPE
	dimension  int    // 0 until it is known
	metric     tsp.Metric
	format     string       // EDGE_WEIGHT_FORMAT, or EDGE_DATA_FORMAT of TYPE HCP
	coordinate string       // NODE_COORD_TYPE
	fixedLines []int        // by edge of FIXED_EDGES_SECTION
	display    [2][]float64 // x and y for pictures; nil: none
	limits     Limits
	unused     []string // as in File
}

func newHeader(l *lines, limits Limits) *header {
	return &header{lines: l, seen: map[string]int{}, limits: limits}
}

// keyword splits the current line into its keyword, in capitals, and its value. The colon may have
// blanks around it; a section has none.
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
		return "", "", h.lines.errorf("%s is not a TSPLIB keyword with a value, nor a section", parse.Quote(text))
	}
	return strings.ToUpper(text[:end]), strings.TrimSpace(value), nil
}

// startsKeyword reports whether a line that begins with a byte has a keyword, not numbers.
func startsKeyword(first byte) bool {
	c := first | 0x20 // in lower case
	return c >= 'a' && c <= 'z'
}

// set stores the value of a keyword.
func (h *header) set(keyword, value string) error {
	if keyword != "COMMENT" { // comments may repeat
		if err := h.checkFirst(keyword); err != nil {
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
		// Files of TSPLIB append the contributor: "TSP (M.~Hofmeister)".
		h.kind, _, _ = strings.Cut(capitals, " ")
	case "DIMENSION":
		return h.setDimension(value)
	case "EDGE_WEIGHT_TYPE":
		h.metric = tsp.Metric(capitals)
		if !h.metric.InTSPLIB() {
			supported := slices.DeleteFunc(tsp.Metrics(), func(m tsp.Metric) bool { return !m.InTSPLIB() })
			return h.lines.errorf("EDGE_WEIGHT_TYPE %s is not supported; supported are %v", parse.Quote(value),
				supported)
		}
	case "EDGE_WEIGHT_FORMAT":
		h.format = capitals
		if _, known := matrixFormats[h.format]; !known && h.format != "FUNCTION" {
			return h.lines.errorf("EDGE_WEIGHT_FORMAT %s is not supported", parse.Quote(value))
		}
	case "EDGE_DATA_FORMAT":
		h.format = capitals
		return h.oneOf(keyword, value, edgeFormats...)
	case "NODE_COORD_TYPE":
		h.coordinate = capitals
		return h.oneOf(keyword, value, "TWOD_COORDS", "THREED_COORDS", "NO_COORDS")
	case "DISPLAY_DATA_TYPE":
		return h.oneOf(keyword, value, "COORD_DISPLAY", "TWOD_DISPLAY", "NO_DISPLAY")
	default:
		return h.unsupported(keyword)
	}
	return nil
}

func (h *header) setDimension(value string) error {
	n, err := strconv.ParseInt(value, 10, 32)
	if err != nil || n < tsp.MinCities {
		return h.lines.errorf("DIMENSION %s is not a whole number in %d..%d", parse.Quote(value), tsp.MinCities,
			math.MaxInt32)
	}
	if most := h.limits.Cities; most > 0 && n > int64(most) {
		return &tsp.LimitError{Err: h.lines.errorf("DIMENSION %d is more than the limit of %d cities; give fewer",
			n, most)}
	}
	h.dimension = int(n)
	return nil
}

func (h *header) oneOf(keyword, value string, allowed ...string) error {
	if slices.Contains(allowed, strings.ToUpper(value)) {
		return nil
	}
	return h.lines.errorf("%s %s is not one of %s", keyword, parse.Quote(value), strings.Join(allowed, ", "))
}

// checkFirst returns an error when the file already had the keyword or section.
func (h *header) checkFirst(keyword string) error {
	if first, twice := h.seen[keyword]; twice {
		return h.lines.errorf("%s is given twice, first on line %d", parse.Quote(keyword), first)
	}
	h.seen[keyword] = h.lines.number
	return nil
}

// section checks the line that begins a section, which needs some keywords before it.
func (h *header) section(keyword, value string, needs ...string) error {
	if value != "" {
		return h.lines.errorf("%s is followed by %s on its line", keyword, parse.Quote(value))
	}
	for _, need := range needs {
		if _, given := h.seen[need]; !given {
			return h.lines.errorf("%s needs %s before it", keyword, need)
		}
	}
	return h.checkFirst(keyword)
}

// noteAfterEOF notes that text follows the keyword EOF. TSPLIB95 ends a file there.
func (h *header) noteAfterEOF() {
	if h.lines.next() {
		h.unused = append(h.unused, fmt.Sprintf("the text from line %d on follows EOF and is not used",
			h.lines.number))
	}
}

// otherProblems says, by keyword or section, what other problems have that this package does not
// read. The keywords are TSPLIB95's and LKH 3's. No instance ignores them: its shortest tour would
// answer another question.
var otherProblems = map[string]string{
	"CAPACITY":                    "vehicles with a capacity",
	"DEMAND_SECTION":              "demands of the cities",
	"DEMAND_DIMENSION":            "demands of the cities",
	"DEPOT_SECTION":               "depots",
	"DEPOT":                       "depots",
	"SALESMEN":                    "several salesmen",
	"VEHICLES":                    "several vehicles",
	"EXTERNAL_SALESMEN":           "several salesmen",
	"CTSP_SET_SECTION":            "several salesmen",
	"DISTANCE":                    "a largest length of a route",
	"SERVICE_TIME":                "service times",
	"SERVICE_TIME_SECTION":        "service times",
	"EDGE_TIME_SECTION":           "travel times beside the lengths",
	"TIME_WINDOW_SECTION":         "time windows",
	"BACKHAUL_SECTION":            "backhauls",
	"PICKUP_AND_DELIVERY_SECTION": "pickups and deliveries",
	"DRAFT_LIMIT_SECTION":         "draft limits",
	"PROFIT_SECTION":              "profits of the cities",
	"REQUIRED_NODES_SECTION":      "cities that a tour may leave out",
	"GROUP_SECTION":               "groups of cities, one city of each in the tour",
	"GTSP_SET_SECTION":            "groups of cities, one city of each in the tour",
	"GTSP_SETS":                   "groups of cities, one city of each in the tour",
	"RISK_THRESHOLD":              "a largest risk of a route",
	"GRID_SIZE":                   "distances on a torus",
	"SCALE":                       "distances that are multiplied before they are rounded",
}

// unsupported returns the error of a keyword or section that no instance has.
func (h *header) unsupported(keyword string) error {
	reason := "remove it, if distances and tours do not depend on it"
	if problem, known := otherProblems[keyword]; known {
		reason = fmt.Sprintf("it belongs to a problem with %s, which is not the travelling salesman problem", problem)
	} else if keyword == "TOUR_SECTION" {
		reason = "give the tour in a file of its own, of TYPE TOUR"
	}
	return h.lines.errorf("keyword %s is not supported: %s", parse.Quote(keyword), reason)
}
