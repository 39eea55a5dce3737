package tsp

// powersOfTen are those that a plain decimal number is divided by; each is exact.
var powersOfTen = [...]float64{1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
	1e17, 1e18, 1e19}

// plainDigits is how many digits always fit 64 bits.
const plainDigits = len(powersOfTen) - 1

// plainWhole returns the whole number that the digits at the beginning of text make, and how many they are: 0 when there
// is none or are too many.
func plainWhole(text []byte) (v uint64, length int) {
	for length < len(text) && text[length]-'0' <= 9 {
		v = v*10 + uint64(text[length]-'0')
		length++
	}
	if length > plainDigits {
		return 0, 0
	}
	return v, length
}

// plainDecimal returns the number at the beginning of text that is written as -12.5 is, and its length, which is 0 for
// any other and for one with more digits than a float64 holds. It is what [strconv.ParseFloat] returns: the digits and
// the power of ten are both exact, and the one division rounds once (Clinger, "How to read floating point numbers
// accurately", PLDI 1990).
func plainDecimal(text []byte) (v float64, length int) {
	negative := len(text) > 0 && text[0] == '-'
	if negative {
		length++
	}
	digits, whole := plainWhole(text[length:])
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
	if whole == 0 || whole+decimals > plainDigits || digits > exact {
		return 0, 0
	}
	v = float64(digits)
	if decimals > 0 {
		v /= powersOfTen[decimals]
	}
	if negative {
		v = -v
	}
	return v, length
}

// plainBlanks returns how many blanks text begins with.
func plainBlanks(text []byte) (length int) {
	for length < len(text) && (text[length] == ' ' || text[length] == '\t') {
		length++
	}
	return length
}

// plainEnd returns the length of the end of a line at the beginning of text, with the blanks before it; 0 if there is more.
func plainEnd(text []byte) int {
	length := plainBlanks(text)
	if length < len(text) && text[length] == '\r' {
		length++
	}
	if length < len(text) && text[length] == '\n' {
		return length + 1
	}
	return 0
}
