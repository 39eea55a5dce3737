package format

import (
	"archive/zip"
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/aco-vk/aco-vk/internal/faults"
	"github.com/aco-vk/aco-vk/tsp"
)

// kmlReader collects the placemarks of a KML file (OGC 12-007r2).
type kmlReader struct {
	*xmlReader
	columns  []string // of data, in the order in which they appear
	points   kmlPlaces
	vertices kmlPlaces // of lines
	lines    int
	areas    int // geometries that are neither points nor lines
	height   bool
	bad      faults.List // placemarks
}

// kmlPlaces are places with their placemarks.
type kmlPlaces struct {
	x, y       []float64
	placemarks []*kmlPlacemark
}

// kmlPlacemark is what a placemark says of its points.
type kmlPlacemark struct {
	name, description string
	data              []property
	fault             error // in the coordinates
}

// readKMZ reads the KML file of an archive.
func (s *source) readKMZ(file *zip.File) (*Input, error) {
	r, err := file.Open()
	if err == nil {
		limit := min(s.limits.Bytes, archiveRatio*int64(len(s.data))+smallestArchive)
		s.data, err = io.ReadAll(&boundedReader{ctx: s.ctx, r: r, name: s.name, limit: limit})
		r.Close()
	}
	var limit *tsp.LimitError
	switch {
	case s.ctx.Err() != nil:
		return nil, err
	case errors.As(err, &limit):
		return nil, overLimit(refuse(s.name, "unpacked, the file is larger than the limit of an archive of this size; "+
			"unpack it and give the .kml file in it"))
	case err != nil:
		return nil, refuse(s.name, "the file is damaged: %v", err)
	}
	if err := s.toUTF8(); err != nil {
		return nil, err
	}
	return s.readXML()
}

// readKML reads the points of placemarks or, without any, the vertices of lines.
func (x *xmlReader) readKML() (*Input, error) {
	k := &kmlReader{xmlReader: x}
	if err := k.elements(k.feature); err != nil {
		return nil, err
	}
	if err := cmp.Or(k.end(), k.bad.Err()); err != nil {
		return nil, err
	}
	all, warnings := &k.points, []string(nil)
	switch {
	case len(all.x) == 0 && len(k.vertices.x) == 0:
		return nil, refuse(k.name, "the KML has neither points nor lines")
	case len(all.x) == 0:
		if all = &k.vertices; k.lines > 1 {
			warnings = []string{fmt.Sprintf("the points of %d lines are read as places of one tour", k.lines)}
		}
	case k.lines > 0 && !isRoute(k.columns):
		warnings = []string{fmt.Sprintf("number of lines that are not used: %d; the points are the places", k.lines)}
	}
	if k.areas > 0 {
		warnings = append(warnings, fmt.Sprintf("number of geometries that are neither points nor lines: %d; "+
			"they are not used", k.areas))
	}
	if k.height {
		warnings = append(warnings, "the altitude of points is not used: distances have two dimensions")
	}
	if err := k.checkPlaces(len(all.x), KML); err != nil {
		return nil, err
	}
	p, err := k.table(all)
	if err != nil {
		return nil, err
	}
	return k.placesOrLine(p, len(k.points.x) == 0, KML, slices.Concat(warnings, k.unused.warnings()))
}

// kmlColumns are the columns of every table. Data with these names would repeat them.
var kmlColumns = []string{"name", "description", "lat", "lon"}

// table makes the table of places: name, description, data, lat and lon.
func (k *kmlReader) table(all *kmlPlaces) (*places, error) {
	width := len(k.columns) + 4
	if cells := len(all.x) * width; cells > k.limits.Cells {
		return nil, overLimit(refuse(k.name, "the table of %d places with %d columns has more than %d cells, the limit; "+
			"give fewer data", len(all.x), width, k.limits.Cells))
	}
	p := &places{globe: true, x: all.x, y: all.y, table: &Table{
		Header: slices.Concat(kmlColumns[:2], k.columns, kmlColumns[2:])}}
	for i, mark := range all.placemarks {
		if err := k.ended(i); err != nil {
			return nil, err
		}
		row := make([]string, width)
		row[0], row[1] = mark.name, mark.description
		for _, d := range mark.data {
			row[2+d.column] = d.text
		}
		row[width-2], row[width-1] = decimal(all.y[i]), decimal(all.x[i])
		p.table.Rows = append(p.table.Rows, row)
	}
	k.dropStops(p.table)
	naming := namingColumns(p.table.Header)
	if !slices.ContainsFunc(p.table.Rows, func(row []string) bool { return row[0] != "" }) {
		delete(naming.index, Name)
	}
	p.names, p.ids = namesOf(p.table.Rows, naming)
	return p, nil
}

// dropStops removes the numbers of stops before the names of a route that this program has written.
func (k *kmlReader) dropStops(t *Table) {
	if !ownKML.Match(k.source.data) || !slices.Contains(k.columns, stopColumn) {
		return
	}
	labels := make([]string, len(t.Rows))
	for i, row := range t.Rows {
		labels[i] = row[0]
	}
	if names, ok := withoutStops(labels); ok {
		for i, row := range t.Rows {
			row[0] = names[i]
		}
	}
}

// feature reads an element that has features, or is one. Elements that describe how a map looks
// are without effect.
func (k *kmlReader) feature(e xml.StartElement) error {
	switch e.Name.Local {
	case "Document", "Folder":
		return k.elements(k.feature)
	case "Placemark":
		return k.placemark()
	case "NetworkLink", "GroundOverlay", "PhotoOverlay", "ScreenOverlay", "Tour":
		k.unused.unknown("", e.Name.Local)
	}
	return k.skip(e)
}

// placemark reads a placemark.
func (k *kmlReader) placemark() error {
	mark := &kmlPlacemark{}
	err := k.elements(func(e xml.StartElement) (err error) {
		switch e.Name.Local {
		case "name":
			mark.name, err = k.line()
		case "description":
			mark.description, err = k.line()
		case "ExtendedData":
			err = k.elements(func(e xml.StartElement) error { return k.data(e, mark) })
		default:
			err = k.geometry(e, mark)
		}
		return err
	})
	if mark.fault != nil {
		line, _ := k.tokens.InputPos()
		k.bad.Add(mark.fault, faults.Named(mark.name, fmt.Sprintf("line %d", line)))
	}
	return err
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
	mark.data = append(mark.data, property{column: int32(column), text: text})
	return nil
}

// geometry reads a geometry of a placemark. Its other elements say how it looks.
func (k *kmlReader) geometry(e xml.StartElement, mark *kmlPlacemark) error {
	list := &k.points
	switch e.Name.Local {
	case "MultiGeometry":
		return k.elements(func(e xml.StartElement) error { return k.geometry(e, mark) })
	case "Polygon", "LinearRing", "Model":
		k.areas++
		return k.skip(e)
	case "Point":
	case "LineString":
		k.lines++
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
		err = k.coordinates(text, e.Name.Local, list, mark)
		if limit := (*tsp.LimitError)(nil); err != nil && !errors.As(err, &limit) {
			mark.fault, err = err, nil
		}
		return err
	})
}

// coordinates adds the points of a text such as "7.85,48.02,0 7.9,48.1,0".
func (k *kmlReader) coordinates(text, geometry string, list *kmlPlaces, mark *kmlPlacemark) error {
	tuples := strings.Fields(text)
	if len(tuples) == 0 || geometry == "Point" && len(tuples) != 1 {
		return k.here("the coordinates of a %s, %s, are not longitude, latitude and altitude without blanks between them",
			geometry, quote(text))
	}
	for _, tuple := range tuples {
		numbers := strings.Split(tuple, ",")
		if len(numbers) != 2 && len(numbers) != 3 {
			return k.here("%s is not longitude,latitude or longitude,latitude,altitude", quote(tuple))
		}
		x, okX := parseNumber(numbers[0], false)
		y, okY := parseNumber(numbers[1], false)
		if !okX || !okY {
			return k.here("longitude and latitude in %s are not numbers", quote(tuple))
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
