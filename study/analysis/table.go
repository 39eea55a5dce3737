package analysis

import (
	"math"
	"strconv"

	"github.com/aco-vk/aco-vk/internal/statistics"
)

// Table is a table as a value.
type Table struct {
	Name    string // of LaTeX's label and of CSV's first column
	Caption string
	Columns []Column
	Rows    [][]Value
	Notes   []string // below the table
}

// Column is a column of a table.
type Column struct {
	Name string // of CSV
	Head string // of the other formats
	Left bool   // texts are aligned left, numbers right
}

// Value is a cell of a table.
type Value struct {
	Text   string  // of the other formats than CSV
	Number float64 // of CSV, with all digits; NaN: CSV has the text
	Best   bool    // bold
}

func words(text string) Value { return Value{Text: text, Number: math.NaN()} }

// decimals returns a number with a number of decimals. Infinite ones are ∞, undefined ones a dash.
func decimals(v float64, digits int) Value {
	switch {
	case math.IsNaN(v):
		return words("–")
	case math.IsInf(v, 0):
		return Value{Text: "∞", Number: v}
	}
	return Value{Text: strconv.FormatFloat(v, 'f', digits, 64), Number: v}
}

// digits returns a number with a number of significant digits.
func digits(v float64, significant int) Value {
	if v == 0 || math.IsNaN(v) || math.IsInf(v, 0) {
		return decimals(v, 0)
	}
	after := significant - 1 - int(math.Floor(math.Log10(math.Abs(v))))
	return decimals(v, max(after, 0))
}

func whole(n int) Value { return Value{Text: strconv.Itoa(n), Number: float64(n)} }

// probability returns a p-value.
func probability(p float64) Value { return Value{Text: statistics.Probability(p), Number: p} }

// interval returns an interval.
func interval(low, high float64, digits int) Value {
	if math.IsNaN(low) {
		return words("–")
	}
	return words(decimals(low, digits).Text + " to " + decimals(high, digits).Text)
}
