package tsp

import (
	"fmt"
	"slices"
	"strings"

	"github.com/aco-vk/aco-vk/tsp/internal/parse"
)

// City returns the city, counted from 0, that a user names: by its name or its id in the file or,
// if no city has this name or id, by its row in the file or, without [Instance.Rows], by its number,
// counted from 1. The error is an [*Error]. If several cities have the name or the id, it lists
// them; if none has it, it lists similar names.
func (in *Instance) City(text string) (int32, error) {
	return in.CityNames().City(text)
}

// CityNames finds many cities of one instance by name, id, row or number.
type CityNames struct {
	instance *Instance
	first    map[string]int32   // the first city with a name or an id
	others   map[string][]int32 // more cities with it
}

// CityNames returns the names and ids of the cities, to find many of them.
func (in *Instance) CityNames() *CityNames {
	counted := *in
	counted.FirstNumber = 1 // as the texts that name cities count
	c := &CityNames{&counted, make(map[string]int32, len(in.Names)+len(in.IDs)), map[string][]int32{}}
	add := func(text string, city int32) {
		if first, known := c.first[text]; !known && text != "" {
			c.first[text] = city
		} else if known && first != city {
			c.others[text] = append(c.others[text], city)
		}
	}
	for city, name := range in.Names {
		add(name, int32(city))
	}
	for city, id := range in.IDs {
		if in.Names == nil || in.Names[city] != id {
			add(id, int32(city))
		}
	}
	return c
}

// City returns the city for a name, id, row or number, as [Instance.City] does.
func (c *CityNames) City(text string) (int32, error) {
	if city, known := c.first[text]; known {
		if others := c.others[text]; len(others) > 0 {
			return 0, c.several(text, append([]int32{city}, others...))
		}
		return city, nil
	}
	row, isWhole := parse.Whole(text)
	if city, found := c.instance.cityOfRow(row); isWhole && found {
		return city, nil
	}
	return 0, Errorf(c.instance.noun(), "%s", c.unknown(text))
}

// CityOfRow returns the city of a row of [Instance.Rows], without these the city of a number that
// counts from 1. found is false if there is none.
func (in *Instance) CityOfRow(row int32) (city int32, found bool) { return in.cityOfRow(int64(row)) }

func (in *Instance) cityOfRow(row int64) (city int32, found bool) {
	if in.Rows == nil {
		return int32(row - 1), row >= 1 && row <= int64(in.Dimension())
	}
	at, found := slices.BinarySearchFunc(in.Rows, row, func(own int32, row int64) int { return int(int64(own) - row) })
	return int32(at), found
}

// Row returns the number of a city that people see: its row in the file, without [Instance.Rows] its
// number, counted from 1.
func (in *Instance) Row(city int32) int32 {
	if in.Rows == nil {
		return city + 1
	}
	return in.Rows[city]
}

// unknown says that no city has a text as its name, id, row or number.
func (c *CityNames) unknown(text string) string {
	in := c.instance
	number := fmt.Sprintf("number in 1..%d", in.Dimension())
	if in.Rows != nil {
		number = fmt.Sprintf("row in %d..%d", in.Rows[0], in.Rows[len(in.Rows)-1])
	}
	reason := parse.Quote(text) + " is "
	switch {
	case in.IDs != nil:
		reason += "neither a name, an id nor a " + number
	case len(c.first) > 0:
		reason += "neither a name nor a " + number
	case in.Rows != nil:
		reason += "not a " + number
	default:
		reason += "not a city " + number
	}
	if similar := c.similar(text); len(similar) > 0 {
		reason += "; similar: " + strings.Join(similar, ", ")
	}
	return reason
}

// similar returns the first names and ids that are a text but for upper and lower case, or contain
// it, in quotes.
func (c *CityNames) similar(text string) (list []string) {
	const (
		most   = 5 // names
		enough = 3 // characters that tell a name
	)
	text = strings.ToLower(strings.TrimSpace(text))
	if text == "" {
		return nil
	}
	for _, texts := range [][]string{c.instance.Names, c.instance.IDs} {
		for _, other := range texts {
			lower := strings.ToLower(other)
			isSimilar := strings.TrimSpace(lower) == text || len(text) >= enough && strings.Contains(lower, text)
			if quoted := parse.Quote(other); isSimilar && !slices.Contains(list, quoted) && len(list) < most {
				list = append(list, quoted)
			}
		}
	}
	return list
}

// several returns the error for a text that names several cities.
func (c *CityNames) several(text string, cities []int32) error {
	const most = 8 // cities that are listed
	in := c.instance
	var list []string
	for _, city := range cities[:min(len(cities), most)] {
		list = append(list, in.cityText(city, text))
	}
	if more := len(cities) - most; more > 0 {
		list = append(list, fmt.Sprintf("%d more", more))
	}
	last := len(list) - 1
	what := "a number"
	if in.Rows != nil {
		what = "a row"
	}
	if in.IDs != nil {
		what = "an id or " + what
	}
	return Errorf(in.noun(), "%s is the name of several: %s and %s; give %s", parse.Quote(text),
		strings.Join(list[:last], ", "), list[last], what)
}

// noun returns what people call a city of the instance.
func (in *Instance) noun() string {
	if in.Rows != nil || in.Names != nil {
		return "place"
	}
	return "city"
}

// cityText describes a city by its name, its number and its id, without a text that is known.
func (in *Instance) cityText(city int32, known string) string {
	number := fmt.Sprintf("%s %d", in.noun(), int(city)+in.FirstNumber)
	if in.Rows != nil {
		number = fmt.Sprintf("row %d", in.Rows[city])
	}
	id := ""
	if in.IDs != nil && in.IDs[city] != "" && in.IDs[city] != known {
		id = "id " + in.IDs[city]
	}
	isNamed := in.Names != nil && in.Names[city] != "" && in.Names[city] != known
	switch {
	case isNamed && id != "":
		return in.Names[city] + " (" + number + ", " + id + ")"
	case isNamed:
		return in.Names[city] + " (" + number + ")"
	case id != "":
		return number + " (" + id + ")"
	}
	return number
}

// CityText describes a city for people, as "Depot (row 12, id 7)": by its name, its row and its id,
// as far as it has them. Without [Instance.Rows] it has the city's number, which counts from
// FirstNumber: "Depot (place 12)" and, without names, "city 12".
func (in *Instance) CityText(city int32) string { return in.cityText(city, "") }

// OutsideText says that the instance does not have a city: "city 9 is outside 0..4".
func (in *Instance) OutsideText(city int32) string { return in.outside(city, in.Dimension()) }

func (in *Instance) outside(city int32, n int) string {
	first := in.FirstNumber
	return fmt.Sprintf("city %d is outside %d..%d", int(city)+first, first, n-1+first)
}

// DistancesText names the distances for people, as "great-circle distances", and those of a matrix of
// places as "road distances" or "travel times by road".
func (in *Instance) DistancesText() string {
	if in.Display != nil {
		switch in.Unit.Name {
		case metre:
			return "road distances"
		case second:
			return "travel times by road"
		}
	}
	return in.Metric.Description()
}
