package format

import (
	"archive/zip"
	"cmp"
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
	columns  fieldColumns // name, description and data
	points   pointList
	vertices pointList // of lines
	lines    int
	track    pointList // the points of tracks, which are an extension
	tracks   int
	areas    int // geometries that are neither points nor lines
	height   bool
	bad      faults.List // placemarks

	unplaced faults.List // placemarks without coordinates
	links    faults.List // to other files
}

// kmlPlacemark is what a placemark says of its points.
type kmlPlacemark struct {
	feature
	name, description, address string
	fault                      error // in the coordinates
}

// text names a placemark in a message.
func (m *kmlPlacemark) text() string {
	switch {
	case m.name != "" && m.address != "":
		return quote(m.name) + " at the address " + quote(m.address)
	case m.address != "":
		return "at the address " + quote(m.address)
	case m.name != "":
		return quote(m.name)
	}
	return "without a name"
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
	for _, name := range kmlColumns[:2] {
		k.columns.column(name, 2)
	}
	if err := cmp.Or(k.document(k.feature), k.bad.Err()); err != nil {
		return nil, err
	}
	lists, points, lines := []*pointList{&k.points, &k.vertices, &k.track}, len(k.points.x), k.lines
	if isRoute(k.columns.names) {
		lines = 0
	}
	use, warnings := choose(pointKind{points, "points", points, "the points"},
		pointKind{k.vertices.withoutReturn(), "lines", lines, "the points of the line"},
		pointKind{k.track.withoutReturn(), "tracks", k.tracks, "the points of the track"})
	if warnings = append(warnings, k.warnings()...); use < 0 {
		return nil, refuse(k.name, "%s", strings.Join(append([]string{"the KML has neither points nor lines"}, warnings...), "; "))
	}
	if err := k.checkPlaces(len(lists[use].x), KML, warnings...); err != nil {
		return nil, err
	}
	p, err := k.pointPlaces(lists[use], &k.columns, k.columns.names, "data")
	if err != nil {
		return nil, err
	}
	if ownKML.Match(k.source.data) && slices.Contains(k.columns.names, stopColumn) {
		dropStops(p.table.Rows)
	}
	p.setNames()
	return k.placesOrLine(p, use > 0, KML, slices.Concat(warnings, k.unused.warnings()))
}

// warnings says what is not used beside points, lines or tracks.
func (k *kmlReader) warnings() (list []string) {
	add := func(format string, args ...any) { list = append(list, fmt.Sprintf(format, args...)) }
	if n := k.unplaced.Count; n > 0 {
		add("number of placemarks without coordinates: %d: %s; they are not visited", n, k.unplaced.String())
	}
	if n := k.links.Count; n > 0 {
		add("number of links to other files, which are not followed: %d: %s; give these files", n, k.links.String())
	}
	if k.otherKML != "" {
		add("%s", k.otherKML)
	}
	if k.areas > 0 {
		add("number of geometries that are neither points nor lines: %d; they are not used", k.areas)
	}
	if k.height {
		add("the altitude of points is not used: distances have two dimensions")
	}
	return list
}

// kmlColumns are the columns of every table. Data with these names would repeat them.
var kmlColumns = []string{"name", "description", "lat", "lon"}
