package papers

import (
	"cmp"
	"maps"
	"reflect"
	"slices"
)

// other is a row of another table or another row of this one.
type other struct {
	Row
	from       string // table, and row if it is another system
	variant    Variant
	sameSystem bool
}

// others returns the rows of all tables on the task's instance that are measured already.
func (r *run) others(t *task) []other {
	var list []other
	device := Describe(r.Device)
	for _, report := range append(slices.Clone(r.Others), r.report) {
		if report == nil || report.Device != device || report.Table == r.table.Name && report != r.report {
			continue
		}
		table, err := FindTable(report.Table)
		if err != nil {
			continue
		}
		for _, row := range report.Rows {
			if keyOf(row).instance == keyOf(t.Row).instance {
				v := table.variant(row.Label)
				list = append(list, other{row, report.Table, v, v.system() == t.variant.system()})
			}
		}
	}
	return list
}

// verifiedElsewhere reports whether another table found the row's system equal to the reference.
func (r *run) verifiedElsewhere(t *task) bool {
	return slices.ContainsFunc(r.others(t), func(o other) bool { return o.Verified == Equal && o.sameSystem })
}

// timedElsewhere returns the row of another table that has timed the system.
func (r *run) timedElsewhere(t *task) (row other, ok bool) {
	for _, o := range r.others(t) {
		if o.Times != nil && o.sameSystem {
			return o, true
		}
	}
	return other{}, false
}

// takeTimes takes over the times of the stages, false if no table has them.
func (r *run) takeTimes(t *task) bool {
	o, ok := r.timedElsewhere(t)
	if !ok {
		return false
	}
	t.take(o)
	times := *o.Times
	times.From, times.StagesMS = cmp.Or(times.From, o.from), maps.Clone(times.StagesMS)
	t.Times = &times
	r.addUp(t.Times, t.instance, t.Parameters, t.Kernel)
	return true
}

// takeLengths takes over the lengths of runs as long, false if no row has them. Where lengths are
// measured with the default kernels, rows with other kernels have them too: systems that are not
// racy make the same tours with all kernels.
func (r *run) takeLengths(t *task, iterations int, limitS float64) bool {
	for _, o := range r.others(t) {
		l := o.Lengths
		if l == nil || l.Iterations != iterations || l.LimitS != limitS || !o.sameSystem && !(r.DefaultKernels && t.sameTours(o)) {
			continue
		}
		lengths := *l
		if l.From == "" || l.From == defaultKernels {
			lengths.From = o.from
			if !o.sameSystem {
				lengths.From += ", " + o.Label
			}
		}
		kernel := t.Kernel
		if t.take(o); !o.sameSystem { // the time is of other kernels
			t.Kernel, lengths.WallS = kernel, 0
		}
		t.Lengths = &lengths
		return true
	}
	return false
}

// sameTours reports whether the other kernels of another row make the same tours.
func (t *task) sameTours(o other) bool {
	of, err := o.variant.options(t.Cities)
	return err == nil && !of.Parameters.Racy() && reflect.DeepEqual(of.Parameters, t.options.Parameters)
}

// take sets what a run would have filled in. Reports have no algorithm and seed among the
// parameters.
func (t *task) take(o other) {
	t.Parameters, t.Kernel = o.Parameters, o.Kernel
	t.Parameters.Algorithm, t.Parameters.Seed = t.options.Parameters.Algorithm, t.options.Parameters.Seed
}
