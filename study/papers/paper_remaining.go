package papers

import (
	"cmp"
	"fmt"
	"math"
	"time"
)

// Remaining is what a run has still to measure.
type Remaining struct {
	Rows int
	// Time is an estimate from the rows that are measured, without comparisons with the reference.
	Time time.Duration
	// Unknown is the number of rows that Time does not include: those of the sequential reference,
	// and those of lengths whose iterations no row has timed yet.
	Unknown int
}

// rowOverhead is the time of a row's setup: its pipelines, uploads and initial tour.
const rowOverhead = 300 * time.Millisecond

// remaining returns what is missing in the report.
func (r *PaperReport) remaining(sections []section, o PaperOptions) (left Remaining) {
	begun := map[string]bool{}
	for _, s := range sections {
		report := r.Table(s.Name, s.sequential)
		for _, key := range s.rows {
			again := s.begin(key, begun)
			if report != nil && report.has(key) {
				continue
			}
			left.Rows++
			if again {
				continue
			}
			took, ok := r.estimate(s, key, o)
			if !ok {
				left.Unknown++
			}
			left.Time += took
		}
	}
	return left
}

// begin marks the work of a row as begun, and reports whether all of it was begun by other rows: the
// times of a system and the lengths of its runs are measured once for all tables.
func (s section) begin(key rowKey, begun map[string]bool) (again bool) {
	v := s.variant(key.label)
	var works []string
	if s.MeasuresTimes() {
		works = append(works, fmt.Sprintf("times of %q on %q, %v", v.system(), key.instance, s.sequential))
	}
	if s.MeasuresLengths() {
		system := string(v.system())
		if o, err := v.options(citiesOf(key.instance)); err == nil && !o.Parameters.Racy() {
			system = fmt.Sprint(o.Parameters) // all kernels have these lengths
		}
		works = append(works, fmt.Sprintf("lengths of %q on %q, %v, %d, %v", system, key.instance, s.sequential,
			cmp.Or(v.Iterations, v.Tours, s.Iterations), s.Limit != nil))
	}
	again = true
	for _, work := range works {
		again = again && begun[work]
		begun[work] = true
	}
	return again
}

// estimate returns the time that a row will take, false if it is not known.
func (r *PaperReport) estimate(s section, key rowKey, o PaperOptions) (took time.Duration, ok bool) {
	if s.sequential {
		return 0, false
	}
	v := s.variant(key.label)
	took = rowOverhead
	timing := o.Timing + o.Timing/4 // with the warm-up
	if s.MeasuresTimes() {
		took += timing
	}
	if !s.MeasuresLengths() || o.Seeds == 0 {
		return took, true
	}
	run := 0.0 // ms
	if s.Limit != nil && o.Options.Iterations == 0 {
		ms, _ := r.iterationMS(Variant{Preset: s.Limit.Preset}, key.instance)
		run = ms * float64(s.Limit.Iterations)
		took += timing
	} else {
		ms, ants := r.iterationMS(v, key.instance)
		iterations := cmp.Or(o.Options.Iterations, v.Iterations, s.Iterations)
		if o.Options.Iterations == 0 && v.Tours > 0 && ants > 0 {
			iterations = v.Tours * citiesOf(key.instance) / ants
		}
		run = ms * float64(iterations)
	}
	return took + time.Duration(float64(o.Seeds)*run*float64(time.Millisecond)), run > 0
}

// variant returns the variant with a name.
func (t Table) variant(label string) Variant {
	for _, v := range t.Variants {
		if v.Label() == label {
			return v
		}
	}
	return Variant{}
}

// iterationMS returns the time of an iteration of a variant, and its number of ants. It is that of
// the timed row of the same preset whose number of cities is nearest, scaled by the numbers of
// ants and cities. 0: no row is timed.
func (r *PaperReport) iterationMS(v Variant, instance string) (ms float64, ants int) {
	cities := citiesOf(instance)
	nearest := math.Inf(1)
	for _, table := range r.Tables {
		if table.Device != r.Device {
			continue
		}
		for _, row := range table.Rows {
			if row.Preset != v.Preset || row.Times == nil {
				continue
			}
			size := float64(cities) / float64(row.Cities)
			wanted := cmp.Or(v.Ants, row.Parameters.Ants)
			if v.Ants == AntsAsCities || v.Ants == 0 && row.Parameters.Ants == row.Cities {
				wanted = cities
			}
			perAnt := float64(wanted*max(1, v.Colonies)) /
				float64(row.Parameters.Ants*max(1, row.Parameters.Colonies))
			if distance := math.Abs(math.Log(size)) + math.Abs(math.Log(perAnt)); distance < nearest {
				nearest, ms, ants = distance, row.Times.IterationMS*size*perAnt, wanted
			}
		}
	}
	return ms, ants
}
