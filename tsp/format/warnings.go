package format

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/aco-vk/aco-vk/internal/faults"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/neighbour"
)

// FromInstance returns an instance that a program has made of numbers as an input: with warnings
// about its places and distances, and notes, as a file has them. text describes a city in them, as the
// method CityText does. The input has no format. When the context ends, the error is its cause.
func FromInstance(ctx context.Context, in *tsp.Instance, text func(city int) string) (*Input, error) {
	input := &Input{Instance: in}
	p := &places{label: text}
	switch given := in.Given; {
	case in.Metric == tsp.Explicit:
		rounded, err := roundedDistances(ctx, in, func(from, to int) string { return "from " + text(from) + " to " + text(to) })
		input.Warnings = append(zeroDistances(zeroWeights(in), in.Dimension()), rounded...)
		return input, err
	case in.Metric == tsp.Haversine:
		p.globe = true
		for city := range in.X {
			latitude, longitude := in.Degrees(city)
			p.x, p.y = append(p.x, longitude), append(p.y, latitude)
		}
		input.Notes = []string{p.area()}
	case given != nil && given.X != nil:
		p.x, p.y = given.X, given.Y
	default:
		rounded, minutes, err := warningsOfMetric(ctx, in)
		input.Warnings = append(rounded, minutes...)
		return input, err
	}
	list, ownLengths, err := p.warnings(ctx, in)
	input.Warnings = append(list, ownLengths...)
	return input, err
}

// zeroWeights returns how many distances of a matrix are 0, without those of a city to itself.
func zeroWeights(in *tsp.Instance) (count int) {
	n := in.Dimension()
	for at, weight := range in.Weights {
		if weight == 0 && at/n != at%n {
			count++
		}
	}
	return count
}

// warnings returns what looks wrong with places, and with the distances between their coordinates.
// When the context ends, the error is its cause.
func (p *places) warnings(ctx context.Context, in *tsp.Instance) (list, ownLengths []string, err error) {
	same, err := p.repeated(ctx)
	if err != nil {
		return nil, nil, err
	}
	if zero := same.origin; p.globe && zero.Count > 0 {
		list = append(list, fmt.Sprintf("%s %s at latitude 0, longitude 0: is a coordinate missing?", zero.String(),
			verb(zero.Count, "is", "are")))
	}
	if same.places > 0 {
		list = append(list, fmt.Sprintf("%d of %d places %s %s and %s", same.places, len(p.x),
			verb(same.places, "has the same coordinates as another one:",
				"have the same coordinates as another one, the first of them"), p.text(same.example[0]), p.text(same.example[1])))
	}
	outlier, err := p.outlier(ctx, in)
	if err != nil {
		return nil, nil, err
	}
	coarse, err := p.coarse(ctx, in)
	return append(list, outlier...), append(zeroDistances(same.pairs, len(p.x)), coarse...), err
}

// repeated says which places have the same coordinates.
type repeated struct {
	places  int         // that have the coordinates of an earlier one
	pairs   int         // ordered, with the same coordinates
	example [2]int      // the first two
	origin  faults.List // places with coordinates 0, 0
}

func (p *places) repeated(ctx context.Context) (repeated, error) {
	same := repeated{}
	first, more := make(map[[2]float64]int32, len(p.x)), map[[2]float64]int{}
	for city := range p.x {
		if err := ended(ctx, city); err != nil {
			return same, err
		}
		at := [2]float64{p.x[city], p.y[city]}
		if at == [2]float64{} {
			same.origin.Add(nil, p.text(city))
		}
		earlier, found := first[at]
		if !found {
			first[at] = int32(city)
			continue
		}
		if same.places == 0 {
			same.example = [2]int{int(earlier), city}
		}
		more[at]++
		same.places++
		same.pairs += 2 * more[at]
	}
	return same, nil
}

// zeroDistances returns a warning if more than 1% of all distances are 0.
func zeroDistances(zero, n int) []string {
	if share := float64(zero) / float64(n*(n-1)); share > 0.01 {
		return []string{fmt.Sprintf("%.1f%% of all distances are 0", 100*share)}
	}
	return nil
}

// counted writes a number with its noun, as "1 place" and "2 places".
func counted(n int, noun string) string {
	switch {
	case n == 1:
		return "1 " + noun
	case strings.HasSuffix(noun, "y"):
		noun = strings.TrimSuffix(noun, "y") + "ie"
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// verb returns the verb for a number of things: one for 1, else many.
func verb(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// outlier returns a warning if one place is much farther from its nearest place than any other
// from its own.
func (p *places) outlier(ctx context.Context, in *tsp.Instance) ([]string, error) {
	const (
		enough = 5  // places, so that others show what is usual
		far    = 20 // times
	)
	n := in.Dimension()
	if n < enough {
		return nil, nil
	}
	nearest, _, err := neighbour.Nearest(ctx, in, 1)
	if err != nil {
		return nil, cmp.Or(context.Cause(ctx), err)
	}
	farthest, distance, second := 0, -1.0, -1.0
	for city := range n {
		switch d := in.UnitDistance(city, int(nearest[city])); {
		case d > distance:
			farthest, distance, second = city, d, distance
		case d > second:
			second = d
		}
	}
	if distance <= far*max(second, in.Unit.Value(1)) {
		return nil, nil
	}
	return []string{fmt.Sprintf("%s is %s from its nearest place; no other is farther than %s from its own",
		p.text(farthest), in.Unit.FormatValue(distance), in.Unit.FormatValue(second))}, nil
}

// unused collects the fields that a reader does not use, by what this means.
type unused struct {
	meanings []string
	fields   map[string][]string // by meaning
	more     map[string]bool     // by meaning: there are others
}

// add adds a field. An empty meaning is for fields that the reader does not know.
func (u *unused) add(field, meaning string) {
	const enough = 12 // fields in a message
	if u.fields == nil {
		u.fields, u.more = map[string][]string{}, map[string]bool{}
	}
	switch known := u.fields[meaning]; {
	case slices.Contains(known, field):
	case len(known) == enough:
		u.more[meaning] = true
	default:
		if known == nil {
			u.meanings = append(u.meanings, meaning)
		}
		u.fields[meaning] = append(known, field)
	}
}

// unknown adds a field that the reader does not know, of a kind of object.
func (u *unused) unknown(object, field string) {
	if field = shorten(field); object != "" {
		field = object + "." + field
	}
	u.add(field, "")
}

// shorten makes any name fit into a list of names.
func shorten(name string) string {
	if plain := strings.Trim(quote(name), `"`); plain == name && name != "" && !strings.ContainsAny(name, ", ") {
		return name
	}
	return quote(name)
}

// warnings says once what is not used.
func (u *unused) warnings() []string {
	var list []string
	for _, meaning := range u.meanings {
		fields := u.fields[meaning]
		names := strings.Join(fields, ", ")
		if u.more[meaning] {
			names += " and others"
		}
		list = append(list, notUsed("field", len(fields), names, meaning))
	}
	return list
}

// notUsed says that fields or columns are not used, and what this means. meaning is "" if it is not known.
func notUsed(noun string, count int, names, meaning string) string {
	text := noun + verb(count, " ", "s ") + names + verb(count, " is", " are") + " not used"
	if meaning != "" {
		text += ": " + meaning
	}
	return text
}

// area says where places on the globe lie. So a reader sees whether latitude and longitude are
// swapped: within one region both orders are valid.
func (p *places) area() string {
	south, north := slices.Min(p.y), slices.Max(p.y)
	west, width := eastward(p.x)
	const kilometres = 6371.0088 * math.Pi / 180 // of a degree
	return fmt.Sprintf("area: %s, %s: %s × %s km", rangeText(south, north, "N", "S"),
		rangeText(west, math.Remainder(west+width, 360), "E", "W"),
		twoDigits(width*kilometres*math.Cos((south+north)/2*math.Pi/180)), twoDigits((north-south)*kilometres))
}

// rangeText writes a range of degrees to about 10 m, with the letters of positive and negative ones.
func rangeText(from, to float64, positive, negative string) string {
	text := func(v float64) string { return decimal(math.Round(math.Abs(v)*1e4) / 1e4) }
	letter := func(v float64) string {
		if v < 0 {
			return " " + negative
		}
		return " " + positive
	}
	if letter(from) == letter(to) {
		return text(from) + " to " + text(to) + letter(to)
	}
	return text(from) + letter(from) + " to " + text(to) + letter(to)
}

// twoDigits writes a length with two digits, or as a whole number.
func twoDigits(v float64) string {
	if v >= 10 {
		return decimal(math.Round(v))
	}
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 2, 64), 64) // no error: it is a number
	return decimal(rounded)
}

// eastward returns the shortest range of longitudes that has all of some longitudes: its west end,
// in -180..180, and its extent, in degrees.
func eastward(longitudes []float64) (west, width float64) {
	sorted := make([]float64, len(longitudes))
	for i, v := range longitudes {
		sorted[i] = math.Remainder(v, 360)
	}
	slices.Sort(sorted)
	last := len(sorted) - 1
	west, width = sorted[0], sorted[last]-sorted[0]
	for i := range last {
		if gap := sorted[i+1] - sorted[i]; 360-gap < width {
			west, width = sorted[i+1], 360-gap
		}
	}
	return west, width
}
