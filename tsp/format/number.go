package format

import (
	"regexp"
	"strconv"
	"strings"
)

// parseNumber parses a decimal number, with a decimal comma if there may be one.
func parseNumber(text string, comma bool) (float64, bool) {
	if comma && strings.Count(text, ",") == 1 && !strings.Contains(text, ".") {
		text = strings.Replace(text, ",", ".", 1)
	}
	text = strings.Replace(text, "\u2212", "-", 1) // the minus sign of typography
	if text == "" || strings.ContainsAny(text, "xXpP_iInN") {
		return 0, false // what only Go takes as a number, and infinities
	}
	v, err := strconv.ParseFloat(text, 64)
	return v, err == nil
}

var (
	degrees      = regexp.MustCompile(`[°º˚′″'"]|^[NSEWOnsewo]\s*[-+\d]|\d\s*[NSEWOnsewo]$`)
	separated    = regexp.MustCompile(`^[-+\x{2212}]?\d{1,3}([.,'’\s\x{a0}\x{202f}]\d{3})+([.,]\d*)?$`)
	withUnit     = regexp.MustCompile(`^[-+\x{2212}]?\d[\d.,]*\s*(\pL|%)`)
	maybeGrouped = regexp.MustCompile(`^[-+\x{2212}]?[1-9]\d{0,2}[.,]\d{3}$`)
	bothMarks    = regexp.MustCompile(`^[-+\x{2212}]?\d{1,3}((\.\d{3})+,\d*|(,\d{3})+\.\d*)$`)
)

// notNumber says that a text is not a number, and how to write it.
func notNumber(text string) string {
	advice := ""
	if text == noValue {
		return "the cell has a formula, and the workbook does not have its value; save it in a spreadsheet program"
	}
	switch {
	case separated.MatchString(text):
		advice = "; write all numbers without separators of thousands and with a decimal point"
	case degrees.MatchString(text):
		advice = "; write decimal degrees such as 48.137, negative in the south and in the west"
	case withUnit.MatchString(text):
		advice = "; write the number alone, without a unit"
	}
	return quote(text) + " is not a number" + advice
}

// marks are the decimal marks that the numbers of a file have. Each has the first number with it,
// "" if there is none.
type marks struct {
	point, comma string
	grouped      string // the first number whose point may separate thousands
	decimal      bool   // a comma cannot separate thousands
	isWorkbook   bool   // numbers have a point, and only texts a comma
}

// add adds a number and returns why it does not fit the ones before, or "".
func (m *marks) add(text string) string {
	switch {
	case strings.Contains(text, ","):
		if m.comma == "" {
			m.comma = text
		}
		m.decimal = m.decimal || !maybeGrouped.MatchString(text)
	case strings.Contains(text, "."):
		if m.point == "" {
			m.point = text
		}
		if m.grouped == "" && maybeGrouped.MatchString(text) {
			m.grouped = text
		}
	}
	if m.comma != "" && m.point != "" && !m.isWorkbook {
		return "numbers have a decimal comma, as in " + quote(m.comma) + ", and a decimal point, as in " +
			quote(m.point) + "; use one of them"
	}
	return ""
}

// isComma reports whether the decimal mark is a comma. Programs that separate columns by semicolons
// do so because it is, unless a number has a point.
func (m *marks) isComma(separator rune) bool {
	return m.comma != "" || m.point == "" && separator == ';'
}

// unclear returns why points or commas of the numbers may separate thousands as well as decimals, or
// "". Programs that separate columns by semicolons do so because the comma is their decimal mark.
func (m *marks) unclear(separator rune) string {
	switch {
	case m.comma == "" || separator == ';':
		return ""
	case !m.decimal:
		return unclear(m.comma, ",") + ", as may all numbers with a comma; write it in one of these ways"
	case m.isWorkbook && m.grouped != "":
		return unclear(m.grouped, ".") + ", because other cells such as " + quote(m.comma) +
			" are texts with a decimal comma; make all coordinates numbers"
	}
	return ""
}

// unclear says which two numbers a text may be whose mark separates thousands or decimals.
func unclear(text, mark string) string {
	return quote(text) + " may be " + strings.Replace(text, mark, "", 1) + " or " + strings.Replace(text, mark, ".", 1)
}
