package experiment

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
)

// column is a column of the table of rows. A number that is 0 because it is unknown is an empty cell.
type column struct {
	name string
	cell func(*Row) any
}

// columnsBefore and columnsAfter are the columns beside those of the parameters.
var (
	columnsBefore = []column{
		{"schema", func(r *Row) any { return r.Schema }},
		{"plan", func(r *Row) any { return r.Plan }},
		{"run", func(r *Row) any { return r.Run }},
		{"id", func(r *Row) any { return r.ID }},
		{"configuration", func(r *Row) any { return r.Configuration }},
		{"method", func(r *Row) any { return r.Method }},
		{"preset", func(r *Row) any { return r.Preset }},
	}
	columnsAfter = []column{
		{"instance", func(r *Row) any { return r.Instance }},
		{"instance_sha256", func(r *Row) any { return r.InstanceSHA256 }},
		{"cities", func(r *Row) any { return r.Cities }},
		{"best_known", func(r *Row) any { return unlessZero(r.BestKnown) }},
		{"seed", func(r *Row) any { return r.Seed }},
		{"limit.iterations", func(r *Row) any { return unlessZero(r.Limit.Iterations) }},
		{"limit.tours", func(r *Row) any { return unlessZero(r.Limit.Tours) }},
		{"limit.device_seconds", func(r *Row) any { return unlessZero(r.Limit.DeviceSeconds) }},
		{"limit.seconds", func(r *Row) any { return unlessZero(r.Limit.Seconds) }},
		{"device", func(r *Row) any { return r.Device }},
		{"length", ofResult(func(r *Row) any { return r.Length })},
		{"gap", func(r *Row) any { return r.Gap }},
		{"iterations", ofResult(func(r *Row) any { return r.Iterations })},
		{"tours", func(r *Row) any { return unlessZero(r.Tours) }},
		{"seconds", ofResult(func(r *Row) any { return r.Seconds })},
		{"device_seconds", func(r *Row) any { return unlessZero(r.DeviceSeconds) }},
		{"found.iteration", ofResult(func(r *Row) any { return r.Found.Iteration })},
		{"found.tours", func(r *Row) any { return unlessZero(r.Found.Tours) }},
		{"found.seconds", ofResult(func(r *Row) any { return r.Found.Seconds })},
		{"stop_reason", func(r *Row) any { return r.StopReason }},
		{"tour_sha256", func(r *Row) any { return r.TourSHA256 }},
		{"version", func(r *Row) any { return r.Version }},
		{"commit", func(r *Row) any { return r.Commit }},
		{"program", func(r *Row) any { return r.Program }},
		{"command", func(r *Row) any { return r.Command }},
		{"error", func(r *Row) any { return r.Error }},
	}
)

// unlessZero returns a number, nil for 0.
func unlessZero[T int | int64 | float64](number T) any {
	if number == 0 {
		return nil
	}
	return number
}

// ofResult returns a cell that a failed run does not have.
func ofResult(cell func(*Row) any) func(*Row) any {
	return func(r *Row) any {
		if r.Failed() {
			return nil
		}
		return cell(r)
	}
}

// WriteCSV writes rows as a table with a header. It has the fields of a row without improvements, a
// field of an object as "found.seconds", and a column "parameters.NAME" for each parameter of any row.
func WriteCSV(w io.Writer, rows []Row) error {
	names := map[string]bool{}
	for _, row := range rows {
		for name := range row.Parameters {
			names[name] = true
		}
	}
	columns := slices.Clone(columnsBefore)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		columns = append(columns, column{"parameters." + name, func(r *Row) any { return r.Parameters[name] }})
	}
	columns = append(columns, columnsAfter...)
	table := csv.NewWriter(w)
	line := make([]string, len(columns))
	for i, c := range columns {
		line[i] = c.name
	}
	_ = table.Write(line) // Error returns it
	for i := range rows {
		for k, c := range columns {
			line[k] = cellText(c.cell(&rows[i]))
		}
		_ = table.Write(line)
	}
	table.Flush()
	return table.Error()
}

// cellText returns a value as JSON has it, but a text without quotes and nil as "".
func cellText(value any) string {
	switch v := value.(type) {
	case nil:
		return ""
	case *float64:
		if v == nil {
			return ""
		}
		return cellText(*v)
	case float64:
		text, _ := json.Marshal(v) // numbers of rows and plans are finite
		return string(text)
	}
	return fmt.Sprint(value)
}
