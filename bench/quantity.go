package bench

import "strings"

// Quantity is a measured quantity with its unit.
type Quantity string

const (
	Time       Quantity = "ms"            // device time of the measured stages per iteration
	ToursTime  Quantity = "ms of n tours" // the same for as many tours as cities
	Bandwidth  Quantity = "GB/s"          // bytes that the measured stages move per second; see stageBytes
	Length     Quantity = "length"        // of the best ant's tour, mean over the seeds
	BestLength Quantity = "length, least" // shortest over the seeds
	Error      Quantity = "%"             // error of the mean length over the best known one
	BestError  Quantity = "%, least"      // error of the shortest length
	Limit      Quantity = "s"             // time limit of a run
	Speedup    Quantity = "speedup"       // over a paper's own sequential program, which is not available
	Hash       Quantity = "hash"          // of the tour of one seed
)

// bestColumn is the suffix of published columns with the best of several runs.
const bestColumn = " least"

// quantity returns the quantity of a published column: the table's unit, with ", least" for the best of several runs.
func (p *Published) quantity(column string) Quantity {
	if strings.HasSuffix(column, bestColumn) {
		return Quantity(p.Unit + ", least")
	}
	return Quantity(p.Unit)
}

// isTime reports whether the quantity follows from device times.
func (q Quantity) isTime() bool { return q == Time || q == ToursTime || q == Bandwidth }

// IsLength reports whether the quantity follows from tour lengths over several seeds.
func (q Quantity) IsLength() bool {
	return q == Length || q == BestLength || q == Error || q == BestError
}

// value returns the row's value of a quantity, 0 if it was not measured.
func (r Row) value(q Quantity) float64 {
	switch {
	case q == Time && r.Times != nil:
		return r.Times.MeasuredMS
	case q == ToursTime && r.Times != nil:
		return r.Times.ToursMS
	case q == Bandwidth && r.Times != nil:
		return r.Times.GBPerS
	case q == Length && r.Lengths != nil:
		return r.Lengths.Mean
	case q == BestLength && r.Lengths != nil:
		return float64(r.Lengths.Best())
	case q == Limit && r.Lengths != nil:
		return r.Lengths.LimitS
	}
	return 0
}

// compare compares a published figure with the row's value.
func (r Row) compare(value float64, q Quantity) PublishedFigure {
	figure := PublishedFigure{Value: value, Quantity: q}
	if value == 0 {
		return figure
	}
	if q.IsLength() {
		figure.Points = r.Lengths.points(value, q)
	}
	if ours := r.value(q); ours > 0 {
		figure.Ratio = ours / value
		if q == Time || q == ToursTime || q == Limit {
			figure.Ratio = value / ours
		}
	}
	return figure
}
