package format

import (
	_ "embed"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Role is what a column has.
type Role string

// The roles of columns.
const (
	X         Role = "x"
	Y         Role = "y"
	Latitude  Role = "lat"
	Longitude Role = "lon"
	Name      Role = "name"
	ID        Role = "id"
	third     Role = "z" // which is not used
)

// Columns says which columns to use: by role the name of a column in the header, its number from 1
// on, or its capital letters in a spreadsheet.
type Columns map[Role]string

// ParseColumns parses columns as in "lat=2,lon=3,name=1". Two columns without roles are x and y.
func ParseColumns(text string) (Columns, error) {
	if text == "" {
		return nil, nil
	}
	columns := Columns{}
	for i, part := range strings.Split(text, ",") {
		role, column, found := strings.Cut(part, "=")
		if !found && i < 2 {
			role, column = string([]Role{X, Y}[i]), part
		}
		own := roleOf(role)
		if own == "" || own == third || column == "" {
			return nil, refuse("columns "+strconv.Quote(text),
				"%q is not ROLE=COLUMN with a role of x, y, lat, lon, name or id", part)
		}
		columns[own] = strings.TrimSpace(column)
	}
	return columns, nil
}

//go:embed columns.txt
var columnText string

// columnWords are the lists of columns.txt by name.
var columnWords = func() map[string][]string {
	lists, name := map[string][]string{}, ""
	for line := range strings.Lines(columnText) {
		if words, isList := strings.CutPrefix(line, "\t"); isList {
			lists[name] = append(lists[name], strings.Fields(words)...)
		} else if !strings.HasPrefix(line, "#") {
			name = strings.TrimSpace(line)
		}
	}
	return lists
}()

// directions are names of columns that have degrees in some tables and metres in others, by their role in metres.
var directions = map[string]Role{
	"nord": Y, "norte": Y, "noord": Y, "ost": X, "est": X, "este": X, "oost": X,
}

// roleOf returns the role of a column with a name, "" if it has none.
func roleOf(name string) Role {
	name = plainName(name)
	for _, role := range []Role{X, Y, Latitude, Longitude, Name, ID, third} { // no name has two roles
		if slices.Contains(columnWords[string(role)], name) {
			return role
		}
	}
	return ""
}

// coordinateOf returns the role of a column with a name, also of a coordinate beside other words.
func coordinateOf(name string) Role {
	if role := roleOf(name); role != "" {
		return role
	}
	if role := roleOf(strings.Join(withoutWords(wordsOf(name), columnWords["beside coordinates"]), "")); role != Name && role != ID {
		return role
	}
	return ""
}

// withoutWords removes others from words, and returns what is left.
func withoutWords(words, others []string) []string {
	return slices.DeleteFunc(words, func(word string) bool { return slices.Contains(others, word) })
}

// wordsOf returns the words of the name of a column in lower case.
func wordsOf(name string) []string {
	return strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// plainName returns the name of a column in lower case, without blanks and punctuation.
func plainName(name string) string {
	return strings.Join(wordsOf(name), "")
}

// layout says what the columns of a table have.
type layout struct {
	header bool         // the first row is a header
	index  map[Role]int // by role: the column
}

// has reports whether there are columns for all of some roles.
func (l layout) has(roles ...Role) bool {
	for _, role := range roles {
		if _, ok := l.index[role]; !ok {
			return false
		}
	}
	return true
}

// layoutOf finds the columns by the given ones, by the names in the header, or by the numbers in
// the first row.
func (s *source) layoutOf(g *grid) (layout, error) {
	first := g.rows[0]
	l, same := named(first)
	if same != nil && len(s.options.Columns) == 0 {
		return l, s.errorAt(g.lines[0],
			"columns %d and %d name the same coordinate; say which columns to use", same[0]+1, same[1]+1)
	}
	isNumber := func(field string) bool { _, ok := g.number(field); return ok }
	l.header = !slices.ContainsFunc(first, isNumber) || len(l.index) >= 2
	if len(s.options.Columns) > 0 {
		return s.givenColumns(g, l)
	}
	if !l.header {
		return s.withoutHeader(g)
	}
	plane, globe := l.has(X, Y), l.has(Latitude, Longitude)
	switch {
	case plane && globe && s.options.Metric == "":
		return l,
			s.errorAt(g.lines[0],
				"the header names x and y as well as lat and lon; say which columns or which metric to use")
	case !plane && !globe:
		advice := "rename them or say which columns to use" + g.pairAdvice()
		if g.among != "" {
			advice += ", or which sheet: " + g.among
		}
		if slices.ContainsFunc(first, func(name string) bool { return slices.Contains(columnWords["address"], plainName(name)) }) {
			advice += "; addresses are not looked up: add their coordinates, as a geocoding service gives them"
		}
		return l, s.errorAt(g.lines[0], "the header %s does not name columns x and y, or lat and lon; %s",
			quote(strings.Join(first, string(g.separator))), advice)
	}
	return l, nil
}

// named returns the layout of a header by its names. Coordinates beside other words count if no pair of
// coordinates is named without. same are two columns of the same coordinate, nil if there are none.
func named(header []string) (l layout, same []int) {
	l, same = namedBy(header, roleOf)
	if !l.hasPair() {
		if wider, also := namedBy(header, coordinateOf); wider.hasPair() {
			return wider, also
		}
	}
	return l, same
}

func namedBy(header []string, roleOf func(name string) Role) (l layout, same []int) {
	l.index = map[Role]int{}
	for column, name := range header {
		role := roleOf(name)
		if other, twice := l.index[role]; role != "" && !twice || role == Name && isOwnName(name) && !isOwnName(header[other]) {
			l.index[role] = column
		} else if twice && role != Name && role != ID && same == nil {
			same = []int{other, column}
		}
	}
	return l, same
}

// isOwnName reports whether a column is called name, in any language.
func isOwnName(name string) bool { return slices.Contains(columnWords["own name"], plainName(name)) }

// hasPair reports whether there are columns for a pair of coordinates.
func (l layout) hasPair() bool { return l.has(X, Y) || l.has(Latitude, Longitude) }

// twoNumbers matches a field with both coordinates of a place.
var twoNumbers = regexp.MustCompile(`^\s*[-+]?\d+[.,]\d+\s*[,;/ ]\s*[-+]?\d+[.,]\d+\s*$`)

// pairAdvice says what to do about columns that may have coordinates though no name tells which, "" if there
// are none. It begins with a semicolon.
func (g *grid) pairAdvice() string {
	byRole := map[Role]string{}
	for _, name := range g.rows[0] {
		if role := directions[plainName(name)]; role != "" && byRole[role] == "" {
			byRole[role] = name
		}
	}
	if x, y := byRole[X], byRole[Y]; x != "" && y != "" {
		return fmt.Sprintf("; these are lat=%s,lon=%s if they have degrees, and x=%s,y=%s if they have metres", y, x, x, y)
	}
	for _, row := range g.rows[1:min(len(g.rows), 2)] {
		if at := slices.IndexFunc(row, twoNumbers.MatchString); at >= 0 {
			return fmt.Sprintf("; column %s has two numbers in each cell: split it into two columns", quote(g.rows[0][at]))
		}
	}
	return ""
}

// givenColumns finds the columns of Options.Columns.
func (s *source) givenColumns(g *grid, l layout) (layout, error) {
	found := layout{l.header, map[Role]int{}}
	for _, role := range slices.Sorted(maps.Keys(s.options.Columns)) { // so that the first wrong one is always the same
		column := s.options.Columns[role]
		at := slices.IndexFunc(g.rows[0], func(field string) bool {
			return l.header &&
				strings.EqualFold(field, column)
		})
		if number, err := strconv.Atoi(column); at < 0 && err == nil && number >= 1 && number <= len(g.rows[0]) {
			at = number - 1
		}
		if number := letterColumn(column); at < 0 && number > 0 && number <= len(g.rows[0]) {
			at = number - 1
		}
		if at < 0 {
			return found, s.errorAt(g.lines[0], "there is no column %s; the columns are %s", quote(column),
				quotedList(g.rows[0]))
		}
		found.index[role] = at
	}
	if err := s.addCoordinates(g, l, found); err != nil {
		return found, err
	}
	if err := s.checkGiven(g, found); err != nil {
		return found, err
	}
	for _, role := range []Role{Name, ID} {
		if at, ok := l.index[role]; ok && !found.has(role) {
			found.index[role] = at
		}
	}
	return found, nil
}

// letterColumn returns the number of a column by its capital letters in a spreadsheet, such as 28 for AB. It is 0
// for other texts.
func letterColumn(letters string) (number int) {
	for _, letter := range letters {
		if letter < 'A' || letter > 'Z' || len(letters) > 3 {
			return 0
		}
		number = 26*number + int(letter-'A') + 1
	}
	return number
}

// addCoordinates adds the columns of coordinates that are detected, if only names or ids are given.
func (s *source) addCoordinates(g *grid, detected, given layout) (err error) {
	coordinates := []Role{X, Y, Latitude, Longitude}
	if slices.ContainsFunc(coordinates, func(role Role) bool { return given.has(role) }) {
		return nil
	}
	if !detected.header {
		if detected, err = s.withoutHeader(g); err != nil {
			return err
		}
	}
	for _, role := range coordinates {
		if at, ok := detected.index[role]; ok {
			given.index[role] = at
		}
	}
	return nil
}

// checkGiven returns an error unless the given columns have one pair of coordinates, in two
// columns.
func (s *source) checkGiven(g *grid, l layout) error {
	pairs := [][2]Role{{X, Y}, {Latitude, Longitude}}
	for i, pair := range pairs {
		other := pairs[1-i]
		if !l.has(pair[0], pair[1]) || l.has(other[0]) || l.has(other[1]) {
			continue
		}
		if at := l.index[pair[0]]; at == l.index[pair[1]] {
			return s.errorAt(g.lines[0], "column %d is given as %s and as %s; give two columns", at+1, pair[0],
				pair[1])
		}
		return nil
	}
	return s.errorAt(g.lines[0], "the given columns are not x and y alone, or lat and lon alone")
}

// withoutHeader finds x and y: the only two columns of numbers, beside numbers in ascending order
// as in 1, 2, 3.
func (s *source) withoutHeader(g *grid) (layout, error) {
	l := layout{index: map[Role]int{}}
	var numbers []int
	for column, field := range g.rows[0] {
		if _, ok := g.number(field); !ok {
			if bothMarks.MatchString(field) {
				return l, s.errorAt(g.lines[0], "%s", notNumber(field))
			}
			if !l.has(Name) {
				l.index[Name] = column
			}
		} else if len(numbers) > 0 || len(g.rows[0]) == 2 || !g.counts(column) {
			numbers = append(numbers, column)
		} else if !l.has(ID) {
			l.index[ID] = column
		}
	}
	if len(numbers) != 2 {
		return l,
			s.errorAt(g.lines[0],
				"%s of numbers without a header; add a header that names x and y, or lat and lon, "+
					"or say which columns to use", counted(len(numbers), "column"))
	}
	l.index[X], l.index[Y] = numbers[0], numbers[1]
	return l, nil
}

// counts reports whether a column has consecutive whole numbers.
func (g *grid) counts(column int) bool {
	first, ok := g.number(g.rows[0][column])
	ok = ok && len(g.rows) > 1
	for i, row := range g.rows {
		v, isNumber := g.number(row[column])
		ok = ok && isNumber && v == first+float64(i)
	}
	return ok
}

// mostQuoted is how many columns a message names.
const mostQuoted = 20

// quotedList returns the columns of a table for a message.
func quotedList(fields []string) string {
	var list []string
	for _, field := range fields[:min(len(fields), mostQuoted)] {
		list = append(list, quote(field))
	}
	if more := len(fields) - mostQuoted; more > 0 {
		list = append(list, fmt.Sprintf("%d more", more))
	}
	return strings.Join(list, ", ")
}

// quote shortens and quotes text for a message.
func quote(text string) string {
	const enough = 80
	if runes := []rune(text); len(runes) > enough {
		return fmt.Sprintf("%q...", string(runes[:enough]))
	}
	return strconv.Quote(text)
}
