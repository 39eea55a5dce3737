package format

import (
	"encoding/csv"
	"io"
	"strconv"
)

// writeCSV writes a row for each place in the order of the visit: the number of the stop, the row
// in the input, the input's columns, and the leg from the place before and the length so far in
// units. The last row of a closed route is its first place again.
func (r *Route) writeCSV(w io.Writer, separator rune) error {
	out := csv.NewWriter(w)
	out.Comma = separator
	suffix := ""
	if unit := r.Input.Instance.Unit.Name; unit != "" {
		suffix = "_" + unit
	}
	t := r.table()
	header := append([]string{"stop", "row"}, t.Header...)
	if err := out.Write(append(header, "leg"+suffix, "length"+suffix)); err != nil {
		return err
	}
	for v := range r.visits {
		row := append([]string{strconv.Itoa(v.stop), strconv.Itoa(int(v.city) + 1)}, t.Rows[v.city]...)
		if err := out.Write(append(row, r.units(v.leg), r.units(v.length))); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}
