package format

import (
	"encoding/xml"
	"io"
)

// gpxRoute is a GPX file with a route.
type gpxRoute struct {
	XMLName xml.Name `xml:"http://www.topografix.com/GPX/1/1 gpx"`
	Version string   `xml:"version,attr"`
	Creator string   `xml:"creator,attr"`
	Route   struct {
		Name        string     `xml:"name"`
		Description string     `xml:"desc"`
		Points      []gpxPoint `xml:"rtept"`
	} `xml:"rte"`
}

// writeGPX writes a route of the stops. Each has its number and its name, and as its description the
// length so far.
func (r *Route) writeGPX(w io.Writer) error {
	in := r.Input.Instance
	g := gpxRoute{Version: "1.1", Creator: "aco-vk"}
	g.Route.Name, g.Route.Description = in.Name, "Length "+in.Unit.FormatValue(r.Length)
	for v := range r.Stops {
		latitude, longitude := in.Located().Degrees(int(v.City))
		g.Route.Points = append(g.Route.Points, gpxPoint{
			Latitude: decimal(latitude), Longitude: decimal(halfOpen(longitude)), Name: r.label(v),
			Description: in.Unit.FormatValue(v.Length),
		})
	}
	return writeXML(w, g, "  ")
}

// writeXML writes a value as a document of XML, whose levels are indented.
func writeXML(w io.Writer, v any, indent string) error {
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	encoder := xml.NewEncoder(w)
	encoder.Indent("", indent)
	return encoder.Encode(v)
}
