package format

import (
	"fmt"
	"slices"
)

// pointList has points with the features that they belong to.
type pointList struct {
	x, y     []float64 // longitudes and latitudes
	features []*feature
	written  [][2]string // latitudes and longitudes as the file has them; nil: they are numbers there
}

// feature is what a file says of one or several points.
type feature struct{ fields []field }

// field is the value of a column.
type field struct {
	column  int
	text    string
	literal bool // it is no text in JSON
}

func (l *pointList) add(x, y float64, f *feature) {
	l.x, l.y, l.features = append(l.x, x), append(l.y, y), append(l.features, f)
}

// addAll adds positions whose feature is not known yet.
func (l *pointList) addAll(positions [][2]float64) {
	unknown := &feature{}
	for _, at := range positions {
		l.add(at[0], at[1], unknown)
	}
}

// withoutReturn returns the number of points, without the return of a line to its first one.
func (l *pointList) withoutReturn() int {
	if last := len(l.x) - 1; last > 0 && l.x[0] == l.x[last] && l.y[0] == l.y[last] {
		return last
	}
	return len(l.x)
}

// fieldColumns are the columns of fields, in the order in which they appear.
type fieldColumns struct {
	names []string
	index map[string]int
	typed bool // fields may be no texts in JSON
}

// column returns the column with a name, a new one if it is the first. ok is false if there are too many.
func (c *fieldColumns) column(name string, most int) (column int, ok bool) {
	if column, found := c.index[name]; found {
		return column, true
	}
	if c.index == nil {
		c.index = map[string]int{}
	}
	column = len(c.names)
	c.index[name], c.names = column, append(c.names, name)
	return column, column < most
}

// pointPlaces returns points as places, whose table has some columns of their fields, lat and lon. less is
// what to give less of if the table is too large.
func (s *source) pointPlaces(l *pointList, c *fieldColumns, columns []string, less string) (*places, error) {
	width := len(columns) + 2
	if cells := len(l.x) * width; cells > s.limits.Cells {
		return nil, overLimit(refuse(s.name, "the table of %d places with %d columns has more than %d cells, the limit; "+
			"give fewer %s", len(l.x), width, s.limits.Cells, less))
	}
	at := make([]int, len(c.names)) // by column: where it is in a row
	for column, name := range c.names {
		at[column] = slices.Index(columns, name)
	}
	cells, literals := make([]string, len(l.x)*width), []bool(nil)
	if c.typed {
		literals = slices.Repeat([]bool{true}, len(cells))
	}
	t := &Table{Header: slices.Concat(columns, []string{"lat", "lon"})}
	for i, f := range l.features {
		if err := s.ended(i); err != nil {
			return nil, err
		}
		row := cells[i*width:][:width:width]
		if c.typed {
			t.literal = append(t.literal, literals[i*width:][:width:width])
		}
		for _, field := range f.fields {
			if column := at[field.column]; column >= 0 {
				if row[column] = field.text; c.typed {
					t.literal[i][column] = field.literal
				}
			}
		}
		if row[width-2], row[width-1] = decimal(l.y[i]), decimal(l.x[i]); l.written != nil {
			copy(row[width-2:], l.written[i][:])
		}
		t.Rows = append(t.Rows, row)
	}
	return &places{globe: true, x: l.x, y: l.y, table: t}, nil
}

// setNames sets the names and the ids by the columns of the table. Its first column has names, unless all
// are empty.
func (p *places) setNames() {
	naming := namingColumns(p.table.Header)
	if !slices.ContainsFunc(p.table.Rows, func(row []string) bool { return row[0] != "" }) {
		delete(naming.index, Name)
	}
	p.names, p.ids = namesOf(p.table.Rows, naming)
}

// pointKind is a kind of points that a file may have, in order of preference.
type pointKind struct {
	places int    // without a return
	noun   string // of what is counted, such as "tracks"
	count  int
	taken  string // "the points of the track"
}

// choose returns which kind of points are the places, and warnings about the others: the first kind with
// fewestOfList places or more, else the one with the most; -1: there are none.
func choose(kinds ...pointKind) (use int, warnings []string) {
	most := 0 // places
	use = -1
	for i, kind := range kinds {
		if most < fewestOfList && kind.places > most {
			use, most = i, kind.places
		}
	}
	if use < 0 {
		return use, nil
	}
	for i, kind := range kinds {
		switch {
		case i != use && kind.count > 0:
			warnings = append(warnings, fmt.Sprintf("number of %s that are not used: %d; %s are the places", kind.noun, kind.count,
				kinds[use].taken))
		case i == use && i > 0 && kind.count > 1:
			warnings = append(warnings, fmt.Sprintf("the points of %d %s are read as places of one tour", kind.count, kind.noun))
		}
	}
	if kinds[use].noun == "tracks" {
		warnings = append(warnings, "the points of a track are read as places; a track that was recorded has many")
	}
	return use, warnings
}

// placesOrLine returns the instance of places. Those of a line may have a return to the first one.
func (s *source) placesOrLine(p *places, isLine bool, format Format, warnings []string) (*Input, error) {
	note := ""
	if isLine && !s.isTour {
		note = p.dropReturn()
	}
	input, err := s.instanceOf(p, format, warnings)
	if err == nil && note != "" {
		input.Notes = append(input.Notes, note)
	}
	return input, err
}

// dropReturn removes the last place of a line if it is the first one again. It returns a note, "" if
// it is not.
func (p *places) dropReturn() string {
	last := len(p.x) - 1
	if last < 1 || p.x[0] != p.x[last] || p.y[0] != p.y[last] {
		return ""
	}
	p.x, p.y, p.table.Rows = p.x[:last], p.y[:last], p.table.Rows[:last]
	if p.names != nil {
		p.names = p.names[:last]
	}
	if p.ids != nil {
		p.ids = p.ids[:last]
	}
	return "the last point of the line is the first one again: it is one place"
}
