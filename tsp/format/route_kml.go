package format

import (
	"archive/zip"
	"encoding/xml"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
)

// kmlFile is a KML file with a route: the line, then a placemark for each place.
type kmlFile struct {
	XMLName    xml.Name  `xml:"http://www.opengis.net/kml/2.2 kml"`
	Name       string    `xml:"Document>name"`
	Placemarks []kmlMark `xml:"Document>Placemark"`
}

type kmlMark struct {
	Name        string    `xml:"name"`
	Description string    `xml:"description,omitempty"`
	Data        []kmlData `xml:"ExtendedData>Data"`
	Line        *kmlShape `xml:"LineString"`
	Point       *kmlShape `xml:"Point"`
}

type kmlData struct {
	Name  string `xml:"name,attr"`
	Value string `xml:"value"`
}

type kmlShape struct {
	Tessellate  int    `xml:"tessellate,omitempty"`
	Coordinates string `xml:"coordinates"`
}

// writeKML writes the line of the route, then a placemark for each place with the input's columns
// as data.
func (r *Route) writeKML(w io.Writer) error {
	in, t := r.Input.Instance, r.table()
	line := kmlMark{Name: in.Name, Description: "Length " + in.Unit.FormatValue(r.Length),
		Data: []kmlData{{closedData, strconv.FormatBool(!r.Open)}}, Line: &kmlShape{Tessellate: 1}}
	file := kmlFile{Name: in.Name, Placemarks: []kmlMark{line}}
	columns := distinct(r.columns(t))
	var path []string
	for v := range r.Stops {
		latitude, longitude := in.Located().Degrees(int(v.City))
		at := decimal(math.Remainder(longitude, 360)) + "," + decimal(latitude)
		if path = append(path, at); v.Number > len(r.Tour) {
			continue // back at the first place
		}
		mark := kmlMark{Name: r.label(v), Point: &kmlShape{Coordinates: at}}
		for column, text := range r.cells(t, v, dialect{}) {
			if name := columns[column]; name == "description" {
				mark.Description = text
			} else if !slices.Contains(kmlColumns, name) || name == kmlColumns[0] && text != r.name(v.City) {
				mark.Data = append(mark.Data, kmlData{name, text})
			}
		}
		file.Placemarks = append(file.Placemarks, mark)
	}
	line.Line.Coordinates = strings.Join(path, " ")
	return writeXML(w, file, " ")
}

// writeKMZ writes the KML of the route into an archive.
func (r *Route) writeKMZ(w io.Writer) error {
	archive := zip.NewWriter(w)
	file, err := archive.Create("doc.kml")
	if err != nil {
		return err
	}
	if err := r.writeKML(file); err != nil {
		return err
	}
	return archive.Close()
}
