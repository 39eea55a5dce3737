package parse

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// City parses a city number, 1..n in files, and returns it counted from 0. An n of 0 means that n
// is not known.
func City(text string, n int) (int32, error) {
	city, whole := Whole(text)
	if !whole || city < 1 || n > 0 && city > int64(n) {
		if n > 0 {
			return 0, fmt.Errorf("%s is not a city number in 1..%d", Quote(text), n)
		}
		return 0, fmt.Errorf("%s is not a city number", Quote(text))
	}
	return int32(city - 1), nil
}

// Whole parses a whole number that fits int32 and reports whether the text is one. It may have
// decimals that are 0, as in 12.0 or 1.2e1.
func Whole(text string) (int64, bool) {
	if v, err := strconv.ParseInt(text, 10, 32); err == nil {
		return v, true
	}
	v, err := Decimal(text)
	return int64(v), err == nil && v == math.Trunc(v) && v >= math.MinInt32 && v <= math.MaxInt32
}

// Decimal parses a decimal number with or without an exponent, but no other number of Go's syntax.
// The exponent may begin with D, as Fortran writes it. A number too large for float64 becomes an
// infinity, which the caller refuses.
func Decimal(text string) (float64, error) {
	v, err := strconv.ParseFloat(withoutFortran(text), 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) || strings.ContainsAny(text, "xXpP_") {
		return 0, fmt.Errorf("%s is not a number", Quote(text))
	}
	return v, nil
}

// withoutFortran writes the exponent of a number such as 1.5D+03 with e.
func withoutFortran(text string) string {
	at := strings.IndexAny(text, "dD")
	if at < 1 || text[at-1] != '.' && (text[at-1] < '0' || text[at-1] > '9') {
		return text
	}
	return text[:at] + "e" + text[at+1:]
}

// PowersOfTen are divisors for decimals; each is exact in float64.
var PowersOfTen = [...]float64{1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
	1e16,
	1e17, 1e18, 1e19}

// maxFastDigits is the largest number of digits that always fit 64 bits.
const maxFastDigits = len(PowersOfTen) - 1

// Digits parses the digits at the beginning of text and returns how many there are. The length is
// 0 if there is none or more than maxFastDigits.
func Digits(text []byte) (v uint64, length int) {
	for length < len(text) && text[length]-'0' <= 9 {
		v = v*10 + uint64(text[length]-'0')
		length++
	}
	if length > maxFastDigits {
		return 0, 0
	}
	return v, length
}

// FastDecimal parses a number such as -12.5 at the beginning of text and returns its length. The
// length is 0 for a number with an exponent or with more digits than float64 holds exactly. The
// value equals the result of [strconv.ParseFloat]: the digits and the power of ten are exact, and
// the division rounds once (Clinger, "How to read floating point numbers accurately", PLDI 1990).
func FastDecimal(text []byte) (v float64, length int) {
	negative := len(text) > 0 && text[0] == '-'
	if negative {
		length++
	}
	digits, whole := Digits(text[length:])
	length += whole
	decimals := 0
	if length < len(text) && text[length] == '.' {
		length++
		for ; length < len(text) && text[length]-'0' <= 9; length++ {
			digits = digits*10 + uint64(text[length]-'0')
			decimals++
		}
	}
	const exact = 1 << 53
	if whole == 0 || whole+decimals > maxFastDigits || digits > exact {
		return 0, 0
	}
	v = float64(digits)
	if decimals > 0 {
		v /= PowersOfTen[decimals]
	}
	if negative {
		v = -v
	}
	return v, length
}

// CountBlanks returns the number of blanks at the beginning of text.
func CountBlanks(text []byte) (length int) {
	for length < len(text) && (text[length] == ' ' || text[length] == '\t') {
		length++
	}
	return length
}

// LineEnd returns the length of the blanks and the line end at the beginning of text, or 0 if the
// line has more.
func LineEnd(text []byte) int {
	length := CountBlanks(text)
	if length < len(text) && text[length] == '\r' {
		length++
	}
	if length < len(text) && text[length] == '\n' {
		return length + 1
	}
	return 0
}

// Quote quotes text for a message and shortens it.
func Quote(text string) string {
	const enough = 40 // bytes that tell what it is
	if len(text) > enough {
		return strconv.Quote(text[:enough]) + "..."
	}
	return strconv.Quote(text)
}
