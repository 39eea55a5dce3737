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
func (k *kmlReader) feature(e xml.StartElement) {
	switch e.Name.Local {
	case "Document", "Folder":
		k.elements(k.feature)
	case "Placemark":
		k.placemark()
	case "NetworkLink":
		k.link()
	case "GroundOverlay", "PhotoOverlay", "ScreenOverlay", "Tour":
		k.unused.unknown("", e.Name.Local)
		k.skip()
	default:
		k.skip()
	}
}

// link reads a link to another file.
func (k *kmlReader) link() {
	address := "a file without an address"
	k.elements(func(e xml.StartElement) {
		if e.Name.Local != "Link" && e.Name.Local != "Url" {
			k.skip()
			return
		}
		k.only("href", func(xml.StartElement) { address = quote(k.line()) })
	})
	k.links.Add(nil, address)
}

// placemark reads a placemark.
func (k *kmlReader) placemark() {
	mark := &kmlPlacemark{}
	shapes := func() int { return len(k.points.x) + len(k.vertices.x) + len(k.track.x) + k.areas }
	before := shapes()
	k.elements(func(e xml.StartElement) {
		switch e.Name.Local {
		case "name":
			mark.name = k.line()
		case "description":
			mark.description = k.line()
		case "address":
			mark.address = k.line()
		case "ExtendedData":
			k.elements(func(e xml.StartElement) { k.data(e, mark) })
		default:
			k.geometry(e, mark)
		}
	})
	mark.fields = append(mark.fields, field{column: 0, text: mark.name}, field{column: 1, text: mark.description})
	if mark.fault != nil {
		line, _ := k.tokens.InputPos()
		k.bad.Add(mark.fault, faults.Named(mark.name, fmt.Sprintf("line %d", line)))
	} else if shapes() == before {
		k.unplaced.Add(nil, mark.text())
	}
}

// line reads an element of text without blanks around it.
func (k *kmlReader) line() string { return strings.TrimSpace(k.text()) }

// data reads an element of data, which has a name and a value.
func (k *kmlReader) data(e xml.StartElement, mark *kmlPlacemark) {
	name := ""
	for _, a := range e.Attr {
		if a.Name.Local == "name" {
			name = a.Value
		}
	}
	switch {
	case e.Name.Local == "SchemaData":
		k.elements(func(e xml.StartElement) { k.data(e, mark) })
	case e.Name.Local == "SimpleData" && name != "":
		k.add(mark, name, k.line())
	case e.Name.Local == "Data" && name != "":
		k.only("value", func(xml.StartElement) { k.add(mark, name, k.line()) })
	default:
		k.unused.unknown("ExtendedData", e.Name.Local)
		k.skip()
	}
}

// add adds a value to the data of a placemark. Columns that the table has anyway have other names.
func (k *kmlReader) add(mark *kmlPlacemark, name, text string) {
	if k.err != nil {
		return
	}
	if slices.Contains(kmlColumns, name) {
		k.unused.add("ExtendedData."+name, "the placemark has it")
		return
	}
	column, ok := k.columns.column(name, 2+k.limits.Columns)
	if !ok {
		k.fail(overLimit(k.here("there are more than %d different data, the limit of columns; give fewer",
			k.limits.Columns)))
	}
	if slices.ContainsFunc(mark.fields, func(f field) bool { return f.column == column }) {
		k.unused.add("ExtendedData."+name, "a placemark has it twice, and the first one is used")
		return
	}
	mark.fields = append(mark.fields, field{column: column, text: text})
}

// geometry reads a geometry of a placemark. Its other elements say how it looks.
func (k *kmlReader) geometry(e xml.StartElement, mark *kmlPlacemark) {
	list := &k.points
	switch strings.TrimPrefix(e.Name.Local, extensions) {
	case "Track", "MultiTrack":
		k.trackElements(e, mark)
		return
	case "MultiGeometry":
		k.elements(func(e xml.StartElement) { k.geometry(e, mark) })
		return
	case "Point":
	case "LineString":
		list = &k.vertices
	case "Polygon", "LinearRing", "Model":
		k.areas++
		k.skip()
		return
	default:
		if strings.Contains(e.Name.Local, ":") { // of another namespace
			k.unused.unknown("", e.Name.Local)
		}
		k.skip()
		return
	}
	k.only("coordinates", func(xml.StartElement) {
		text := k.text()
		if list == &k.vertices && strings.TrimSpace(text) != "" {
			k.lines++
		}
		k.addCoordinates(text, e.Name.Local, list, mark)
	})
}

// extensions is the namespace of tracks, with what follows it in a name.
const extensions = "http://www.google.com/kml/ext/2.2:"

// trackElements reads the points of a track, or of several.
func (k *kmlReader) trackElements(e xml.StartElement, mark *kmlPlacemark) {
	if strings.TrimPrefix(e.Name.Local, extensions) == "Track" {
		k.tracks++
	}
	k.elements(func(e xml.StartElement) {
		switch strings.TrimPrefix(e.Name.Local, extensions) {
		case "Track":
			k.trackElements(e, mark)
		case "coord":
			k.addCoordinates(strings.Join(strings.Fields(k.text()), ","), "track", &k.track, mark)
		default:
			k.skip()
		}
	})
}

// addCoordinates adds the points of a text, and keeps what is wrong with them.
func (k *kmlReader) addCoordinates(text, geometry string, list *pointList, mark *kmlPlacemark) {
	if k.err != nil {
		return
	}
	err := k.coordinates(text, geometry, list, mark)
	if limit := (*tsp.LimitError)(nil); errors.As(err, &limit) {
		k.fail(err)
	} else if err != nil {
		mark.fault = err
	}
}

// coordinates adds the points of a text such as "7.85,48.02,0 7.9,48.1,0". A text without any has no
// points.
func (k *kmlReader) coordinates(text, geometry string, list *pointList, mark *kmlPlacemark) error {
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
		list.add(x, y, &mark.feature)
	}
	return nil
}
