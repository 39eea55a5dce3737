package format

import (
	"encoding/xml"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/aco-vk/aco-vk/internal/faults"
	"github.com/aco-vk/aco-vk/tsp"
)

// feature reads an element that has features, or is one. Elements that describe how a map looks
// are without effect.
func (k *kmlReader) feature(e xml.StartElement) error {
	switch e.Name.Local {
	case "Document", "Folder":
		return k.elements(k.feature)
	case "Placemark":
		return k.placemark()
	case "NetworkLink":
		return k.link()
	case "GroundOverlay", "PhotoOverlay", "ScreenOverlay", "Tour":
		k.unused.unknown("", e.Name.Local)
	}
	return k.skip(e)
}

// link reads a link to another file.
func (k *kmlReader) link() error {
	address := "a file without an address"
	err := k.elements(func(e xml.StartElement) error {
		if e.Name.Local != "Link" && e.Name.Local != "Url" {
			return k.skip(e)
		}
		return k.elements(func(e xml.StartElement) (err error) {
			if e.Name.Local != "href" {
				return k.skip(e)
			}
			address, err = k.line()
			address = quote(address)
			return err
		})
	})
	k.links.Add(nil, address)
	return err
}

// placemark reads a placemark.
func (k *kmlReader) placemark() error {
	mark := &kmlPlacemark{}
	shapes := func() int { return len(k.points.x) + len(k.vertices.x) + len(k.track.x) + k.areas }
	before := shapes()
	err := k.placemarkElements(mark)
	if mark.fault != nil {
		line, _ := k.tokens.InputPos()
		k.bad.Add(mark.fault, faults.Named(mark.name, fmt.Sprintf("line %d", line)))
	} else if err == nil && shapes() == before {
		k.unplaced.Add(nil, mark.text())
	}
	return err
}

func (k *kmlReader) placemarkElements(mark *kmlPlacemark) error {
	return k.elements(func(e xml.StartElement) (err error) {
		switch e.Name.Local {
		case "name":
			mark.name, err = k.line()
		case "description":
			mark.description, err = k.line()
		case "address":
			mark.address, err = k.line()
		case "ExtendedData":
			err = k.elements(func(e xml.StartElement) error { return k.data(e, mark) })
		default:
			err = k.geometry(e, mark)
		}
		return err
	})
}

// line reads an element of text without blanks around it.
func (k *kmlReader) line() (string, error) {
	text, err := k.text()
	return strings.TrimSpace(text), err
}

// data reads an element of data, which has a name and a value.
func (k *kmlReader) data(e xml.StartElement, mark *kmlPlacemark) error {
	name := ""
	for _, a := range e.Attr {
		if a.Name.Local == "name" {
			name = a.Value
		}
	}
	switch {
	case e.Name.Local == "SchemaData":
		return k.elements(func(e xml.StartElement) error { return k.data(e, mark) })
	case e.Name.Local == "SimpleData" && name != "":
		text, err := k.line()
		if err == nil {
			err = k.add(mark, name, text)
		}
		return err
	case e.Name.Local == "Data" && name != "":
		return k.elements(func(e xml.StartElement) error {
			if e.Name.Local != "value" {
				return k.skip(e)
			}
			text, err := k.line()
			if err == nil {
				err = k.add(mark, name, text)
			}
			return err
		})
	}
	k.unused.unknown("ExtendedData", e.Name.Local)
	return k.skip(e)
}

// add adds a value to the data of a placemark. Columns that the table has anyway have other names.
func (k *kmlReader) add(mark *kmlPlacemark, name, text string) error {
	if slices.Contains(kmlColumns, name) {
		k.unused.add("ExtendedData."+name, "the placemark has it")
		return nil
	}
	column := slices.Index(k.columns, name)
	if column < 0 {
		if column = len(k.columns); column == k.limits.Columns {
			return overLimit(k.here("there are more than %d different data, the limit of columns; "+
				"give fewer", column))
		}
		k.columns = append(k.columns, name)
	}
	if slices.ContainsFunc(mark.data, func(p property) bool { return int(p.column) == column }) {
		k.unused.add("ExtendedData."+name, "a placemark has it twice, and the first one is used")
		return nil
	}
	mark.data = append(mark.data, property{column: int32(column), text: text})
	return nil
}

// geometry reads a geometry of a placemark. Its other elements say how it looks.
func (k *kmlReader) geometry(e xml.StartElement, mark *kmlPlacemark) error {
	list := &k.points
	switch strings.TrimPrefix(e.Name.Local, extensions) {
	case "Track", "MultiTrack":
		return k.trackElements(e, mark)
	case "MultiGeometry":
		return k.elements(func(e xml.StartElement) error { return k.geometry(e, mark) })
	case "Polygon", "LinearRing", "Model":
		k.areas++
		return k.skip(e)
	case "Point":
	case "LineString":
		list = &k.vertices
	default:
		if strings.Contains(e.Name.Local, ":") { // of another namespace
			k.unused.unknown("", e.Name.Local)
		}
		return k.skip(e)
	}
	return k.elements(func(element xml.StartElement) error {
		if element.Name.Local != "coordinates" {
			return k.skip(element)
		}
		text, err := k.text()
		if err != nil {
			return err
		}
		if list == &k.vertices && strings.TrimSpace(text) != "" {
			k.lines++
		}
		return k.addCoordinates(text, e.Name.Local, list, mark)
	})
}

// extensions is the namespace of tracks, with what follows it in a name.
const extensions = "http://www.google.com/kml/ext/2.2:"

// trackElements reads the points of a track, or of several.
func (k *kmlReader) trackElements(e xml.StartElement, mark *kmlPlacemark) error {
	if strings.HasSuffix(e.Name.Local, "Track") && !strings.HasSuffix(e.Name.Local, "MultiTrack") {
		k.tracks++
	}
	return k.elements(func(e xml.StartElement) error {
		switch strings.TrimPrefix(e.Name.Local, extensions) {
		case "Track":
			return k.trackElements(e, mark)
		case "coord":
			text, err := k.text()
			if err != nil {
				return err
			}
			return k.addCoordinates(strings.Join(strings.Fields(text), ","), "track", &k.track, mark)
		}
		return k.skip(e)
	})
}

// addCoordinates adds the points of a text, and keeps what is wrong with them.
func (k *kmlReader) addCoordinates(text, geometry string, list *kmlPlaces, mark *kmlPlacemark) error {
	err := k.coordinates(text, geometry, list, mark)
	if limit := (*tsp.LimitError)(nil); err != nil && !errors.As(err, &limit) {
		mark.fault, err = err, nil
	}
	return err
}

// coordinates adds the points of a text such as "7.85,48.02,0 7.9,48.1,0". A text without any has no
// points.
func (k *kmlReader) coordinates(text, geometry string, list *kmlPlaces, mark *kmlPlacemark) error {
	wrong := func(format string, args ...any) error {
		if mark.name+mark.address != "" {
			format = strings.ReplaceAll("placemark "+mark.text()+": ", "%", "%%") + format
		}
		return k.here(format, args...)
	}
	tuples := strings.Fields(text)
	if geometry == "Point" && len(tuples) > 1 {
		return wrong("the coordinates of a %s, %s, are not longitude, latitude and altitude without blanks between them",
			geometry, quote(text))
	}
	for _, tuple := range tuples {
		numbers := strings.Split(tuple, ",")
		if len(numbers) != 2 && len(numbers) != 3 {
			return wrong("%s is not longitude,latitude or longitude,latitude,altitude", quote(tuple))
		}
		x, okX := parseNumber(numbers[0], false)
		y, okY := parseNumber(numbers[1], false)
		if !okX || !okY {
			return wrong("longitude and latitude in %s are not numbers", quote(tuple))
		}
		if len(list.x) == k.limits.Places {
			return overLimit(k.here("there are more than %d places, the limit; give fewer",
				len(list.x)))
		}
		k.height = k.height || len(numbers) == 3 && strings.Trim(numbers[2], "-0.") != ""
		list.x, list.y, list.placemarks = append(list.x, x), append(list.y, y), append(list.placemarks, mark)
	}
	return nil
}
