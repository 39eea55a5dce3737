package format_test

import (
	"encoding/xml"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/format"
)

const kmlBegin = `<?xml version="1.0" encoding="UTF-8"?><kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document><name>Depots</name><Style id="a"><IconStyle/></Style>`

const kmlPoints = kmlBegin + `<Folder><Placemark id="1"><name> Köln </name><description><![CDATA[<b>Dom</b>]]></description><ExtendedData><Data name="Nr"><displayName>N</displayName><value>00123</value></Data></ExtendedData><styleUrl>#a</styleUrl><Point><coordinates>
 6.9583,50.9413,0
</coordinates></Point></Placemark>
<Placemark><name>Düren</name><ExtendedData><SchemaData schemaUrl="#s"><SimpleData name="Nr">7</SimpleData><SimpleData name="tel">+49</SimpleData></SchemaData></ExtendedData><MultiGeometry><Point><coordinates>6.4833,50.8</coordinates></Point><Point><coordinates>6.5,50.8</coordinates></Point></MultiGeometry></Placemark></Folder>
<Placemark><name>way</name><LineString><coordinates>6.9583,50.9413 6.4833,50.8</coordinates></LineString></Placemark>
<Placemark><Polygon><outerBoundaryIs/></Polygon></Placemark></Document></kml>`

// Placemarks are places with their data; lines and areas beside them are said.
func TestKML(t *testing.T) {
	for name, text := range map[string]string{"KML": kmlPoints, "KMZ": archive(t, "doc.kml", kmlPoints, "files/a.png", "\x89PNG")} {
		input := read(t, text, format.Options{})
		want := [][]string{{"Köln", "<b>Dom</b>", "00123", "", "50.9413", "6.9583"}, {"Düren", "", "7", "+49", "50.8", "6.4833"},
			{"Düren", "", "7", "+49", "50.8", "6.5"}}
		if input.Format != format.KML || !slices.Equal(input.Table.Header, []string{"name", "description", "Nr", "tel", "lat", "lon"}) ||
			!slices.EqualFunc(input.Table.Rows, want, slices.Equal) {
			t.Errorf("%s: %s, %q, %q", name, input.Format, input.Table.Header, input.Table.Rows)
		}
		if warnings := strings.Join(input.Warnings, "\n"); !strings.Contains(warnings, "number of lines that are not used: 1") ||
			!strings.Contains(warnings, "neither points nor lines: 1") || strings.Contains(warnings, "altitude") {
			t.Errorf("%s: warnings %s", name, warnings)
		}
	}
}

// A line without points is a tour, and a track of GPX without waypoints, too.
func TestLinesAreTours(t *testing.T) {
	for name, text := range map[string]string{
		"line":   kmlBegin + `<Placemark><LineString><coordinates>1,1,5 1,2,5 2,2,5</coordinates></LineString></Placemark></Document></kml>`,
		"track":  `<gpx><trk><name>a</name><trkseg><trkpt lat="1" lon="1"/><trkpt lat="2" lon="1"/></trkseg><trkseg><trkpt lat="2" lon="2"/></trkseg></trk></gpx>`,
		"route":  `<gpx><rte><rtept lat="1" lon="1"/><rtept lat="2" lon="1"/><rtept lat="2" lon="2"/></rte></gpx>`,
		"return": `<gpx><rte><rtept lat="1" lon="1"/><rtept lat="2" lon="1"/><rtept lat="2" lon="2"/><rtept lat="1" lon="1"/></rte></gpx>`,
		"points": `<kml><Placemark><Point><coordinates>1,1</coordinates></Point></Placemark><Placemark><Point><coordinates>1,2</coordinates></Point></Placemark><Placemark><Point><coordinates>2,2</coordinates></Point></Placemark></kml>`,
	} {
		input := read(t, text, format.Options{})
		if in := input.Instance; !slices.Equal(in.X, []float64{1, 2, 2}) || !slices.Equal(in.Y, []float64{1, 1, 2}) {
			t.Errorf("%s: %v, %v", name, in.X, in.Y)
		}
		of := read(t, "lat,lon\n2,2\n1,1\n2,1\n", format.Options{}).Instance
		got, err := format.ReadTour(t.Context(), strings.NewReader(text), "f", of)
		if err != nil || !slices.Equal(got.Tour, tsp.Tour{1, 2, 0}) {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
}

func TestKMLRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"<kml></kml>": "the KML has neither points nor lines",
		"<kml><Placemark><Point><coordinates>1,2 3,4</coordinates></Point></Placemark></kml>": `the coordinates of a Point, "1,2 3,4", are not longitude, latitude`,
		"<kml><Placemark><Point><coordinates>1, 2</coordinates></Point></Placemark></kml>":    "without blanks between them",
		"<kml>\n<Placemark><Point><coordinates>1</coordinates></Point></Placemark></kml>":     `f:2: "1" is not longitude,latitude`,
		"<kml><Placemark><Point><coordinates>a,2</coordinates></Point></Placemark></kml>":     `longitude and latitude in "a,2" are not numbers`,
		"<kml><Placemark><Point><coordinates>1,91</coordinates></Point></Placemark></kml>":    "latitude 91 of city 1 is outside -90..90",
		"<kml><Placemark><Point><coordinates>1,2</coordinates>":                               "unexpected EOF",
		"<kml/><kml/>":   "there is more than one element at the top",
		"<gpx></gpx> a ": "the GPX file has no waypoints",
	} {
		requireRefused(t, text, format.Options{}, want)
	}
	for want, c := range map[string]struct {
		text   string
		format format.Format
	}{
		`not a KML file: its element is "gpx", not kml`: {"<gpx></gpx>", format.KML},
		`not a GPX file: its element is "kml", not gpx`: {"<kml></kml>", format.GPX},
		"not a workbook of Excel":                       {"x,y\n1,2\n", format.XLSX},
	} {
		requireRefused(t, c.text, format.Options{Format: c.format}, want)
	}
}

// A route in KML has its line and its places, whose distances are those of the haversine formula.
func TestRouteKML(t *testing.T) {
	input := read(t, kmlPoints, format.Options{})
	b := routeText(t, format.NewRoute(input, tsp.Tour{1, 0, 2}, false, 0), format.OutputKML)
	var file struct {
		Placemarks []struct {
			Name string `xml:"name"`
			Line string `xml:"LineString>coordinates"`
			At   string `xml:"Point>coordinates"`
			Data []struct {
				Name  string `xml:"name,attr"`
				Value string `xml:"value"`
			} `xml:"ExtendedData>Data"`
		} `xml:"Document>Placemark"`
	}
	must.Do(t, xml.Unmarshal([]byte(b), &file))
	if want := "6.9583,50.9413 6.5,50.8 6.4833,50.8 6.9583,50.9413"; len(file.Placemarks) != 4 || file.Placemarks[0].Line != want {
		t.Fatalf("%+v, want the line %s", file.Placemarks, want)
	}
	data := file.Placemarks[2].Data
	leg := haversine(50.9413, 6.9583, 50.8, 6.5)
	if got := parse(t, data[len(data)-2].Value); file.Placemarks[2].At != "6.5,50.8" || data[len(data)-2].Name != "leg_m" ||
		math.Abs(got-leg) > 0.01 {
		t.Errorf("%+v, want a leg of %f", file.Placemarks[2], leg)
	}
}
