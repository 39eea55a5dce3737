package tsp

import (
	"fmt"
	"strings"

	"github.com/aco-vk/aco-vk/tsp/internal/parse"
)

// City returns the city, counted from 0, that a user names: by its name or its id in the file or,
// if no city has this name or id, by its number in the file, counted from 1. The error is an
// [*Error]. If several cities have the name or the id, it lists them.
func (in *Instance) City(text string) (int32, error) {
	return in.CityNames().City(text)
}

// CityNames finds many cities of one instance by name, id or number.
type CityNames struct {
	instance *Instance
	first    map[string]int32   // the first city with a name or an id
	others   map[string][]int32 // more cities with it
}

// CityNames returns the names and ids of the cities, to find many of them.
func (in *Instance) CityNames() *CityNames {
	c := &CityNames{in, make(map[string]int32, len(in.Names)+len(in.IDs)), map[string][]int32{}}
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

// City returns the city for a name, id or number, as [Instance.City] does.
func (c *CityNames) City(text string) (int32, error) {
	if city, known := c.first[text]; known {
		if others := c.others[text]; len(others) > 0 {
			return 0, c.several(text, append([]int32{city}, others...))
		}
		return city, nil
	}
	city, err := parse.City(text, c.instance.Dimension())
	switch {
	case err == nil:
		return city, nil
	case c.instance.IDs != nil:
		return 0, Errorf("city", "%v, and no city has this name or id", err)
	case len(c.first) > 0:
		return 0, Errorf("city", "%v, and no city has this name", err)
	}
	return 0, Errorf("city", "%v", err)
}

// several returns the error for a text that names several cities.
func (c *CityNames) several(text string, cities []int32) error {
	const most = 8 // cities that are listed
	var list []string
	for _, city := range cities[:min(len(cities), most)] {
		list = append(list, c.instance.cityText(city, text))
	}
	if more := len(cities) - most; more > 0 {
		list = append(list, fmt.Sprintf("%d more", more))
	}
	last := len(list) - 1
	what := "a number"
	if c.instance.IDs != nil {
		what = "an id or a number"
	}
	return Errorf("city", "%s is the name of several cities: %s and %s; give %s", parse.Quote(text),
		strings.Join(list[:last], ", "), list[last], what)
}

// cityText returns the number of a city, with its name and its id unless they are a text that is
// known.
func (in *Instance) cityText(city int32, known string) string {
	var parts []string
	if in.Names != nil && in.Names[city] != "" && in.Names[city] != known {
		parts = append(parts, in.Names[city])
	}
	if in.IDs != nil && in.IDs[city] != "" && in.IDs[city] != known {
		parts = append(parts, "id "+in.IDs[city])
	}
	if len(parts) == 0 {
		return fmt.Sprint(city + 1)
	}
	return fmt.Sprintf("%d (%s)", city+1, strings.Join(parts, ", "))
}

// CityText describes a city for people: its number, counted from 1, and its name and id if it has
// them.
func (in *Instance) CityText(city int32) string { return in.cityText(city, "") }
