package format_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/tsp/format"
)

// placemark returns a placemark with a point.
func placemark(name, at string) string {
	return "<Placemark><name>" + name + "</name><Point><coordinates>" + at + "</coordinates></Point></Placemark>"
}

const (
	kmlEnd     = "</Document></kml>"
	kmlTrack   = `<Placemark><name>t</name><gx:Track><when>2026-01-01</when><gx:coord>7 48 100</gx:coord><gx:coord>7.1 48 100</gx:coord><gx:coord>7.1 48.1 100</gx:coord></gx:Track></Placemark>`
	kmlLine    = `<Placemark><LineString><coordinates>7,48 7.1,48 7.1,48.1</coordinates></LineString></Placemark>`
	gpxRoute   = `<rte><rtept lat="48" lon="7"/><rtept lat="48" lon="7.1"/><rtept lat="48.1" lon="7.1"/></rte>`
	wayPoint   = `<wpt lat="1" lon="1"/>`
	geoLine    = `{"type":"Feature","properties":{},"geometry":{"type":"LineString","coordinates":[[7,48],[7.1,48],[7.1,48.1]]}}`
	geoPoint   = `{"type":"Feature","properties":{"name":"start"},"geometry":{"type":"Point","coordinates":[7,48]}}`
	collection = `{"type":"FeatureCollection","features":[`
)

var threeMarks = placemark("A", "7,48") + placemark("B", "7.1,48") + placemark("C", "7.1,48.1")

// A reader says what of a file it leaves out, and reads the rest.
func TestWhatIsLeftOutIsSaid(t *testing.T) {
	const apple = "\x00\x05\x16\x07\x00\x02\x00\x00Mac OS X"
	for name, c := range map[string]struct {
		text     string
		warnings []string
	}{
		"other files of an archive": {archive(t, "doc.kml", kmlBegin+threeMarks+kmlEnd, "files/a.kml", "<kml/>", "B.KML", "<kml/>"),
			[]string{`number of other .kml files in the archive, which are not read: 2: "files/a.kml", "B.KML"; unpack it and give them one by one`}},
		"files of macOS": {archive(t, "__MACOSX/._doc.kml", apple, "._doc.kml", apple, "doc.kml", kmlBegin+threeMarks+kmlEnd), nil},
		"a link": {kmlBegin + threeMarks + "<Folder><NetworkLink><name>n</name><Link><href> more.kml </href></Link></NetworkLink><NetworkLink/></Folder>" + kmlEnd,
			[]string{`number of links to other files, which are not followed: 2: "more.kml", a file without an address; give these files`}},
		"an address": {kmlBegin + threeMarks + "<Placemark><name>Office</name><address>1 Main Street</address></Placemark><Placemark/>" + kmlEnd,
			[]string{`number of placemarks without coordinates: 2: "Office" at the address "1 Main Street", without a name; they are not visited`}},
		"empty coordinates": {kmlBegin + threeMarks + placemark("D", " \n ") + kmlEnd,
			[]string{`number of placemarks without coordinates: 1: "D"; they are not visited`}},
		"no coordinates": {kmlBegin + threeMarks + "<Placemark><address>Here</address><Point/></Placemark>" + kmlEnd,
			[]string{`number of placemarks without coordinates: 1: at the address "Here"; they are not visited`}},
		"an empty line": {kmlBegin + threeMarks + "<Placemark><name>L</name><LineString><coordinates/></LineString></Placemark>" + kmlEnd,
			[]string{`number of placemarks without coordinates: 1: "L"; they are not visited`}},
		"a track alone": {kmlBegin + kmlTrack + kmlEnd, []string{"the points of a track are read as places; a track that was recorded has many",
			"the altitude of points is not used: distances have two dimensions"}},
		"tracks in one": {kmlBegin + "<Placemark><gx:MultiTrack><gx:Track><gx:coord>7 48</gx:coord><gx:coord>7.1 48</gx:coord></gx:Track>" +
			"<gx:Track><gx:coord>7.1 48.1</gx:coord></gx:Track></gx:MultiTrack></Placemark>" + kmlEnd,
			[]string{"the points of 2 tracks are read as places of one tour", "the points of a track are read as places; a track that was recorded has many"}},
		"a track beside points": {kmlBegin + threeMarks + strings.ReplaceAll(kmlTrack, " 100<", "<") + kmlEnd,
			[]string{"number of tracks that are not used: 1; the points are the places"}},
		"a track beside a line": {kmlBegin + kmlLine + strings.ReplaceAll(kmlTrack, " 100<", "<") + kmlEnd,
			[]string{"number of tracks that are not used: 1; the points of the line are the places"}},
		"a point beside a line": {kmlBegin + placemark("start", "7,48") + kmlLine + kmlEnd,
			[]string{"number of points that are not used: 1; the points of the line are the places"}},
		"data twice": {kmlBegin + threeMarks + `<Placemark><ExtendedData><Data name="n"><value>1</value></Data><Data name="n"><value>2</value></Data></ExtendedData>` +
			"<Point><coordinates>7,48.1</coordinates></Point></Placemark>" + kmlEnd,
			[]string{"field ExtendedData.n is not used: a placemark has it twice, and the first one is used"}},
		"a waypoint beside a route": {"<gpx>" + wayPoint + gpxRoute + "</gpx>",
			[]string{"number of waypoints that are not used: 1; the points of the route are the places"}},
		"a longer route beside waypoints": {"<gpx>" + strings.NewReplacer("<rte>", "", "</rte>", "", "rtept", "wpt").Replace(gpxRoute) +
			strings.Replace(gpxRoute, "<rte>", `<rte><rtept lat="1" lon="2"/>`, 1) + "</gpx>",
			[]string{"number of routes that are not used: 1; the waypoints are the places"}},
		"waypoints and a route beside a track": {"<gpx>" + wayPoint + `<rte><rtept lat="1" lon="2"/></rte><trk><trkseg>` +
			strings.NewReplacer("<rte>", "", "</rte>", "", "rtept", "trkpt").Replace(gpxRoute) + "</trkseg></trk></gpx>",
			[]string{"number of waypoints that are not used: 1; the points of the track are the places",
				"number of routes that are not used: 1; the points of the track are the places",
				"the points of a track are read as places; a track that was recorded has many"}},
		"a point of GeoJSON beside a line": {collection + geoPoint + "," + geoLine + "]}",
			[]string{"number of points that are not used: 1; the points of the line are the places"}},
	} {
		input := read(t, c.text, format.Options{})
		if !slices.Equal(input.Warnings, c.warnings) {
			t.Errorf("%s: warnings %q, want %q", name, input.Warnings, c.warnings)
		}
		x, y := []float64{48, 48, 48.1}, []float64{7, 7.1, 7.1}
		if in := input.Instance; !slices.Equal(in.X[:3], x) || !slices.Equal(in.Y[:3], y) {
			t.Errorf("%s: latitudes %v, longitudes %v", name, in.X, in.Y)
		}
	}
}

// A file without places is refused with what it has instead.
func TestRefusalsSayWhatIsLeft(t *testing.T) {
	for text, want := range map[string]string{
		kmlBegin + `<NetworkLink><Link><href>a.kml</href></Link></NetworkLink>` + kmlEnd: "the KML has neither points nor lines; " +
			`number of links to other files, which are not followed: 1: "a.kml"; give these files`,
		kmlBegin + "<Placemark><name>Office</name><address>1 Main Street</address></Placemark>" + kmlEnd: "the KML has neither points nor lines; " +
			`number of placemarks without coordinates: 1: "Office" at the address "1 Main Street"; they are not visited`,
		kmlBegin + "\n" + placemark("100 %", "7;48") + kmlEnd: `f:2: placemark "100 %": "7;48" is not longitude,latitude`,
		collection + `{"type":"Feature","properties":{},"geometry":null}]}`: "the GeoJSON has no points; " +
			"number of features without a place: 1: feature 1",
	} {
		requireRefused(t, text, format.Options{}, want)
	}
	only := archive(t, "__MACOSX/._doc.kml", "x")
	requireRefused(t, only, format.Options{}, "the file is a zip archive")
}
