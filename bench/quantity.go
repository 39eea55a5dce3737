package bench

import "strings"

// Quantity is what a row's figures are compared by.
type Quantity string

const (
	Time       Quantity = "ms"            // device time of the measured stages, an iteration
	ToursTime  Quantity = "ms of n tours" // the same, of as many tours as there are cities
	Bandwidth  Quantity = "GB/s"          // bytes that the measured stages move by definition, a second
	Length     Quantity = "length"        // the ants' best tour, a mean over seeds
	BestLength Quantity = "length, least" // of all seeds
	Error      Quantity = "%"             // by which the mean length exceeds the best known
	BestError  Quantity = "%, least"      // by which the least does
	Limit      Quantity = "s"             // that a run is given
	Speedup    Quantity = "speedup"       // over a paper's own sequential program, which is not here
	Hash       Quantity = "hash"          // of one seed's tour
)

// bestColumn ends the name of a published column whose figures are the least of several runs.
const bestColumn = " least"

// quantity is what the figures of a published column are of: its file's unit, and whether they are the least of several runs.
func (p *Published) quantity(column string) Quantity {
	if strings.HasSuffix(column, bestColumn) {
		return Quantity(p.Unit + ", least")
	}
	return Quantity(p.Unit)
}

// times says whether a quantity is a time that a device measures.
func (q Quantity) times() bool { return q == Time || q == ToursTime || q == Bandwidth }

// IsLength says whether a quantity is of the lengths of tours, over seeds.
func (q Quantity) IsLength() bool {
	return q == Length || q == BestLength || q == Error || q == BestError
}

// value is what a row has of a quantity, 0 where it was not measured.
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

// beside sets a published figure against what a row has of its quantity.
func (r Row) beside(value float64, q Quantity) PublishedFigure {
	b := PublishedFigure{Value: value, Quantity: q}
	if value == 0 {
		return b
	}
	if q.IsLength() {
		b.Points = r.Lengths.points(value, q)
	}
	if ours := r.value(q); ours > 0 {
		b.Ratio = ours / value
		if q == Time || q == ToursTime || q == Limit {
			b.Ratio = value / ours
		}
	}
	return b
}
