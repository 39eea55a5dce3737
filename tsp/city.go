package tsp

import "fmt"

// City returns the city, counted from 0, that a user names: by its name in the file or, if no city has this name, by its number in the file, counted from
// 1. The error is an [*Error], also if several cities have the name.
func (in *Instance) City(text string) (int32, error) {
	city, reason := in.cityNames().city(text)
	if reason != "" {
		return 0, refuse("city", "%s", reason)
	}
	return city, nil
}

// cityNames finds cities by name or number.
type cityNames struct {
	cities int
	byName map[string]int32 // the first city of each name
	again  map[string]int32 // another city of a name that several have
}

func (in *Instance) cityNames() *cityNames {
	c := &cityNames{in.Dimension(), make(map[string]int32, len(in.Names)), map[string]int32{}}
	for city, name := range in.Names {
		if _, known := c.byName[name]; known {
			c.again[name] = int32(city)
		} else {
			c.byName[name] = int32(city)
		}
	}
	return c
}

// city returns the city for a name or number, or why there is none.
func (c *cityNames) city(text string) (city int32, reason string) {
	if city, known := c.byName[text]; known && text != "" {
		if other, several := c.again[text]; several {
			return 0, fmt.Sprintf("%s is the name of several cities, such as %d and %d; give a number", quote(text), city+1, other+1)
		}
		return city, ""
	}
	city, err := parseCity(text, c.cities)
	switch {
	case err == nil:
		return city, ""
	case len(c.byName) > 0:
		return 0, err.Error() + ", and no city has this name"
	}
	return 0, err.Error()
}
