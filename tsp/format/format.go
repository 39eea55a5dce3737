package format

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/aco-vk/aco-vk/tsp"
)

// Format is a format of input.
type Format string

// The formats.
const (
	TSPLIB  Format = "tsplib"
	CSV     Format = "csv"     // places, one on each line
	Matrix  Format = "matrix"  // CSV with a row of distances on each line
	GeoJSON Format = "geojson" // points
	XLSX    Format = "xlsx"    // a workbook of Excel, with places or a matrix in a sheet
	GPX     Format = "gpx"     // waypoints, else points of routes, else points of tracks
	KML     Format = "kml"     // placemarks with points, else lines; also in an archive (KMZ)
	JSON    Format = "json"    // a matrix, among them responses of OSRM's table service
	VROOM   Format = "vroom"   // a problem of one vehicle
)

// Formats lists the formats.
var Formats = []Format{TSPLIB, CSV, Matrix, XLSX, GeoJSON, GPX, KML, JSON, VROOM}

// Options say what the input does not say itself. The zero value leaves everything to the input.
type Options struct {
	Format  Format  // "": by content
	Columns Columns // of CSV and XLSX
	Sheet   string  // of XLSX; "": the first one
	CRS     string  // of coordinates in CSV, XLSX and GeoJSON, such as EPSG:25832; "": by the file
	Metric  Metric  // of places; "": haversine for latitude and longitude, else euclidean

	// Minimize chooses a matrix of a file of JSON that has several, in VROOM also against the costs
	// of the vehicle; "": by the file.
	Minimize Measure
	Limits   Limits // of what is read
}

// Measure says what the numbers of a matrix measure.
type Measure string

// The measures.
const (
	Duration Measure = "duration"
	Distance Measure = "distance"
)

// Measures lists the measures.
var Measures = []Measure{Duration, Distance}

// The units of matrices.
const (
	metre  = "m"
	second = "s"
)

// Metric says how the distances of places are computed.
type Metric string

// The metrics.
const (
	Euclidean Metric = "euclidean"
	Haversine Metric = "haversine"
	Manhattan Metric = "manhattan"
)

// Metrics lists the metrics.
var Metrics = []Metric{Euclidean, Haversine, Manhattan}

// Input is what a file has.
type Input struct {
	Instance *tsp.Instance
	Format   Format
	Table    *Table             // the columns of all places; nil if the format has none
	Ends     *tsp.Ends          // of an open path that the file asks for; nil: a closed tour
	Start    int32              // the city at which the route begins, 0 unless the file has a depot
	Language Language           // of the names of the columns; "": unknown
	Warnings []string           // what looks wrong, and what is not used although the result may depend on it
	Notes    []string           // what helps to see that the input is the right one
	dialect  dialect            // in which routes are written
	dates    map[string]float64 // of a workbook: by text, days since 1899-12-30
	places   *places            // the coordinates as the file has them; nil if it has none or is TSPLIB's
	leg      legText            // names a distance of a matrix
	// ownLengths are the warnings that hold for the distances between the coordinates, and not for those
	// of roads.
	ownLengths []string
}

// ReadFile reads a file, as [Read] does.
func ReadFile(ctx context.Context, file string, o Options) (*Input, error) {
	return opened(file, func(r io.Reader) (*Input, error) { return Read(ctx, r, file, o) })
}

// opened returns what a function reads from a file.
func opened[T any](file string, read func(io.Reader) (*T, error)) (*T, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return read(f)
}

// Read reads an instance. name is the file's name in messages; without folder and extensions it is
// the name of the instance, unless the data have one. When the context ends, the error is its
// cause.
func Read(ctx context.Context, r io.Reader, name string, o Options) (*Input, error) {
	if o.Format != "" && !slices.Contains(Formats, o.Format) {
		return nil, refuse(name, "format %q is not known; formats are %v", o.Format, Formats)
	}
	if err := o.checkMeasure(name); err != nil {
		return nil, err
	}
	limits := o.Limits.withDefaults()
	text, begin, err := openText(ctx, r, name, limits)
	if err != nil {
		return nil, err
	}
	format := o.Format
	if format == "" {
		if format = guess(begin); format == TSPLIB && isBlankTable(begin) {
			format = CSV
		}
	}
	if format == TSPLIB {
		if err := o.notFor(name, TSPLIB); err != nil {
			return nil, err
		}
		if o.Minimize != "" {
			return nil, o.oneMatrix(name)
		}
		input, err := readTSPLIB(ctx, text, name, limits)
		if unknown := unknownText(begin, err); o.Format == "" && unknown != "" {
			return nil, refuse(name, "%s", unknown)
		}
		return input, err
	}
	s := &source{ctx: ctx, name: name, options: o, limits: limits}
	if err = s.readText(text, format); err != nil {
		return nil, err
	}
	input, err := s.read(format)
	if err != nil {
		return nil, err
	}
	if o.Minimize != "" && input.Format != JSON && input.Format != VROOM {
		return nil, o.oneMatrix(name)
	}
	input.dropRoute()
	input.Language = languageOf(input.Table)
	input.Notes, input.Warnings = append(input.Notes, s.notes...), append(input.Warnings, s.warnings...)
	if input.Instance.Name == "" {
		input.Instance.Name = instanceName(name)
	}
	return input, nil
}

// unknownText says that a text is of no format that is read, if reading it as TSPLIB failed in its
// first line; else it returns "".
func unknownText(begin []byte, err error) string {
	var syntax *tsp.SyntaxError
	line := firstLine(begin)
	above := bytes.Count(begin[:len(begin)-len(bytes.TrimLeft(begin, " \t\r\n"))], []byte("\n"))
	if !errors.As(err, &syntax) || syntax.Line != above+1 || len(line) == 0 || len(line) == len(begin) && len(begin) == peekBytes ||
		keyword.Match(line) {
		return ""
	}
	return "the first line, " + quote(strings.TrimSpace(string(line))) + ", begins neither a table of places nor any other file " +
		"that is read; a table has a header that names lat and lon, or x and y"
}

// notFor returns an error if options are set that a format does not have.
func (o *Options) notFor(name string, format Format) error {
	switch {
	case o.Metric != "" || len(o.Columns) > 0:
		return refuse(name, "%s files say themselves how distances are computed; leave out the metric and the columns",
			format)
	case o.Sheet != "":
		return o.noSheets(name)
	}
	return o.checkSystem(name, format)
}

// checkMeasure returns an error if the measure is not known.
func (o *Options) checkMeasure(name string) error {
	if o.Minimize != "" && !slices.Contains(Measures, o.Minimize) {
		return refuse(name, "measure %q is not known; measures are %v", o.Minimize, Measures)
	}
	return nil
}

// noSheets is the error of a sheet that is given for a file without sheets.
func (o *Options) noSheets(name string) error {
	return refuse(name, "only workbooks (%s) have sheets; leave out the sheet", XLSX)
}

// oneMatrix is the error of a measure that is given for a file without a choice.
func (o *Options) oneMatrix(name string) error {
	return refuse(name, "the file has no matrices of durations and of distances to choose from; leave out %s",
		o.Minimize)
}

// source is the text of a file with the options.
type source struct {
	ctx      context.Context
	name     string
	data     []byte // UTF-8
	encoding charEncoding
	isTour   bool // of other places: what tells their order remains

	notes, warnings []string // about the text

	besidePlaces bool   // the file has a matrix of places that another file has
	otherKML     string // a warning about files of the archive that are not read
	options      Options
	limits       Limits // with defaults
}

// read reads an instance in a format that is not TSPLIB's. Formats of one kind, such as places and
// matrices in CSV, are told apart here.
func (s *source) read(format Format) (*Input, error) {
	switch isArchive := isZip(s.data); {
	case s.options.Sheet != "" && !isArchive:
		return nil, s.options.noSheets(s.name)
	case isArchive:
		return s.readArchive()
	case format == XLSX:
		return nil, refuse(s.name, "not a workbook of Excel (.xlsx)")
	}
	switch format {
	case GeoJSON, JSON, VROOM:
		return s.readJSON()
	case GPX, KML:
		return s.readXML()
	}
	return s.readCSV()
}

const peekBytes = 4096 // enough to tell formats apart

// keyword matches a line of TSPLIB's specification part.
var keyword = regexp.MustCompile(
	`(?i)^\s*(NAME|TYPE|COMMENT|DIMENSION|EDGE_WEIGHT_(TYPE|FORMAT|SECTION)|CAPACITY|NODE_COORD_(TYPE|SECTION)|DISPLAY_DATA_(TYPE|SECTION)|FIXED_EDGES_SECTION|TOUR_SECTION|[A-Z_]+_SECTION)\s*(:|\r?\n|\s*$)|^\s*[A-Z][A-Z_]*\s*:`)

// guess returns the format of a text by its first bytes.
func guess(begin []byte) Format {
	begin = bytes.TrimLeft(bytes.TrimPrefix(begin, []byte("\ufeff")), " \t\r\n"+recordSeparator)
	if before, table := cutPreamble(begin); before.separator != 0 || before.lines > 0 && len(table) == 0 {
		return CSV
	} else if before.lines > 0 {
		begin = table
	}
	line, _, _ := bytes.Cut(begin, []byte("\n"))
	switch {
	case isZip(begin):
		return XLSX // or KMZ
	case len(begin) == 0 || keyword.Match(line):
		return TSPLIB
	case begin[0] == '{' || begin[0] == '[':
		return JSON
	case begin[0] == '<':
		return GPX
	case bytes.ContainsAny(line, ",;\t|") || titleLines(begin) > 0:
		return CSV
	}
	return TSPLIB // whose reader says what is wrong
}

// IsTSPLIB reports whether the text that follows is TSPLIB's, without compression and in UTF-8.
func IsTSPLIB(begin []byte) bool {
	return !isCompressed(begin) && !endsInCR(begin) && foreign(begin) == "" && !bytes.HasPrefix(begin, []byte{0xff, 0xfe}) &&
		!bytes.HasPrefix(begin, []byte{0xfe, 0xff}) && guess(begin) == TSPLIB && keyword.Match(firstLine(begin))
}

// instanceName returns the name of a file without folder and extensions.
func instanceName(file string) string {
	base := filepath.Base(file)
	if strings.EqualFold(filepath.Ext(base), ".gz") {
		base = strings.TrimSuffix(base, filepath.Ext(base))
	}
	return strings.TrimSuffix(base, filepath.Ext(base))
}

// refuse returns an error without a line.
func refuse(name, format string, args ...any) *tsp.Error {
	return &tsp.Error{Subject: name, Reason: fmt.Sprintf(format, args...)}
}

// errorAt returns an error with a line, counted from 1.
func (s *source) errorAt(line int, format string, args ...any) *tsp.SyntaxError {
	return &tsp.SyntaxError{File: s.name, Line: line, Reason: fmt.Sprintf(format, args...)}
}
