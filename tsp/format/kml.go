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
	columns  []string // of data, in the order in which they appear
	points   kmlPlaces
	vertices kmlPlaces // of lines
	lines    int
	track    kmlPlaces // the points of tracks, which are an extension
	tracks   int
	areas    int // geometries that are neither points nor lines
	height   bool
	bad      faults.List // placemarks

	unplaced faults.List // placemarks without coordinates
	links    faults.List // to other files
}

// kmlPlaces are places with their placemarks.
type kmlPlaces struct {
	x, y       []float64
	placemarks []*kmlPlacemark
}

// withoutReturn returns the number of points, without the return of a line to its first one.
func (k *kmlPlaces) withoutReturn() int {
	return withoutReturn(len(k.x), func(i int) [2]float64 { return [2]float64{k.x[i], k.y[i]} })
}

// kmlPlacemark is what a placemark says of its points.
type kmlPlacemark struct {
	name, description, address string
	data                       []property
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
	if err := cmp.Or(k.document(k.feature), k.bad.Err()); err != nil {
		return nil, err
	}
	lists := []*kmlPlaces{&k.points, &k.vertices, &k.track}
	use := enoughPlaces(len(k.points.x), k.vertices.withoutReturn(), k.track.withoutReturn())
	warnings := k.warnings(use)
	if use < 0 {
		return nil, refuse(k.name, "%s", strings.Join(append([]string{"the KML has neither points nor lines"}, warnings...), "; "))
	}
	all := lists[use]
	if err := k.checkPlaces(len(all.x), KML, warnings...); err != nil {
		return nil, err
	}
	p, err := k.table(all)
	if err != nil {
		return nil, err
	}
	return k.placesOrLine(p, use > 0, KML, slices.Concat(warnings, k.unused.warnings()))
}

// warnings says what is not used beside points, lines or tracks, in this order.
func (k *kmlReader) warnings(use int) (list []string) {
	add := func(format string, args ...any) { list = append(list, fmt.Sprintf(format, args...)) }
	const several = "the points of %d %s are read as places of one tour"
	const unused = "number of %s that are not used: %d; %s are the places"
	taken := []string{"", "the points", "the points of the line", "the points of the track"}[use+1]
	if n := len(k.points.x); use > 0 && n > 0 {
		add(unused, "points", n, taken)
	}
	switch {
	case use == 1 && k.lines > 1:
		add(several, k.lines, "lines")
	case use >= 0 && use != 1 && k.lines > 0 && !isRoute(k.columns):
		add(unused, "lines", k.lines, taken)
	}
	switch {
	case use == 2 && k.tracks > 1:
		add(several, k.tracks, "tracks")
	case use >= 0 && use < 2 && k.tracks > 0:
		add(unused, "tracks", k.tracks, taken)
	}
	if use == 2 {
		add(recordedTrack)
	}
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
	if ownKML.Match(k.source.data) && slices.Contains(k.columns, stopColumn) {
		dropStops(p.table.Rows)
	}
	naming := namingColumns(p.table.Header)
	if !slices.ContainsFunc(p.table.Rows, func(row []string) bool { return row[0] != "" }) {
		delete(naming.index, Name)
	}
	p.names, p.ids = namesOf(p.table.Rows, naming)
	return p, nil
}
