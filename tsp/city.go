package tsp

import "github.com/aco-vk/aco-vk/tsp/internal/parse"

// City returns the city, counted from 0, that a user names: by its name in the file or, if no city
// has this name, by its number in the file, counted from 1. The error is an [*Error], also if
// several cities have the name.
func (in *Instance) City(text string) (int32, error) {
	return in.CityNames().City(text)
}

// CityNames finds many cities of one instance by name or number.
type CityNames struct {
	cities int
	byName map[string]int32 // the first city of each name
	again  map[string]int32 // another city of a name that several have
}

// CityNames returns the names of the cities, to find many of them.
func (in *Instance) CityNames() *CityNames {
	c := &CityNames{in.Dimension(), make(map[string]int32, len(in.Names)), map[string]int32{}}
	for city, name := range in.Names {
		if _, known := c.byName[name]; known {
			c.again[name] = int32(city)
		} else {
			c.byName[name] = int32(city)
		}
	}
	return c
}

// City returns the city for a name or number, as [Instance.City] does.
func (c *CityNames) City(text string) (int32, error) {
	if city, known := c.byName[text]; known && text != "" {
		if other, several := c.again[text]; several {
			return 0, Errorf("city", "%s is the name of several cities, such as %d and %d; give a number",
				parse.Quote(text), city+1, other+1)
		}
		return city, nil
	}
	city, err := parse.City(text, c.cities)
	switch {
	case err == nil:
		return city, nil
	case len(c.byName) > 0:
		return 0, Errorf("city", "%v, and no city has this name", err)
	}
	return 0, Errorf("city", "%v", err)
}
