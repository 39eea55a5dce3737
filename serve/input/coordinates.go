package input

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/aco-vk/aco-vk/internal/faults"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/format"
)

// Coordinates is the format of an object that is a JSON array of pairs: x and y or, with the
// metric haversine, latitude and longitude. Package tsp/format has all other formats; a
// matrix as a JSON array is format.JSON.
const Coordinates = "coordinates"

// readCoordinates reads pairs as the rows of a table, so that they are checked and written as a
// CSV file's rows, with its warnings: the numbers are as they were given.
func readCoordinates(ctx context.Context, r io.Reader, options format.Options) (*format.Input, error) {
	limits := &options.Limits
	p := pairs{decoder: json.NewDecoder(r)}
	p.decoder.UseNumber()
	header, columns := []string{"x", "y"}, format.Columns{format.X: "1", format.Y: "2"}
	if options.Metric == format.Haversine {
		header, columns = []string{"lat", "lon"}, format.Columns{format.Latitude: "1", format.Longitude: "2"}
	}
	if err := p.read(ctx, limits.Places); err != nil {
		return nil, err
	}
	limits.Bytes = max(limits.Bytes, int64(p.table.Len()))
	options.Format, options.Columns = format.CSV, columns
	input, err := format.Read(ctx, &p.table, Unnamed, options)
	var row *tsp.SyntaxError
	switch {
	case errors.As(err, &row):
		return nil, &tsp.Error{Subject: Coordinates, Reason: fmt.Sprintf("city %d: %s", row.Line, row.Reason)}
	case err != nil:
		return nil, err
	}
	input.Format, input.Table.Header, input.Instance.Rows = Coordinates, header, nil
	return input, nil
}

// pairs reads an array of pairs one number at a time, and writes a row for each pair.
type pairs struct {
	decoder *json.Decoder
	cities  int // begun
	table   bytes.Buffer
	bad     faults.List // cities
}

// read reads all pairs, up to the allowed number; 0 allows any number.
func (p *pairs) read(ctx context.Context, allowed int) error {
	if token, err := p.decoder.Token(); err != nil || token != json.Delim('[') {
		return p.wrong("the text is no array")
	}
	for p.decoder.More() {
		if p.cities++; allowed > 0 && p.cities > allowed {
			return checkCities(p.cities, allowed)
		}
		if err := ctx.Err(); err != nil {
			return context.Cause(ctx)
		}
		if err := p.pair(); err != nil {
			return err
		}
	}
	if err := p.bad.Err(); err != nil {
		return err
	}
	if _, err := p.decoder.Token(); err != nil { // the end of the array
		return p.wrong("the array has no end: %v", err)
	}
	if _, err := p.decoder.Token(); !errors.Is(err, io.EOF) {
		return p.wrong("text follows the array")
	}
	if p.cities < tsp.MinCities {
		return &tsp.Error{Subject: Coordinates, Reason: "there are no places"}
	}
	return nil
}

// pair reads a pair and writes its row.
func (p *pairs) pair() error {
	token, err := p.decoder.Token()
	if err != nil {
		return p.wrong("city %d: %v", p.cities, err)
	}
	if token != json.Delim('[') {
		return p.wrong("city %d is %s", p.cities, nameOf(token))
	}
	for axis := 0; ; axis++ {
		token, err := p.decoder.Token()
		switch number, isNumber := token.(json.Number); {
		case err != nil:
			return p.wrong("city %d: %v", p.cities, err)
		case token == json.Delim(']') && axis == 2:
			return nil
		case token == json.Delim(']'):
			return p.wrong("city %d has %d of two numbers", p.cities, axis)
		case axis == 2:
			return p.wrong("city %d has more than two numbers", p.cities)
		case !isNumber && token != json.Delim('[') && token != json.Delim('{'):
			p.bad.Add(p.wrong("number %d of city %d is %s", axis+1, p.cities, nameOf(token)), fmt.Sprintf("city %d", p.cities))
		case !isNumber:
			return p.wrong("number %d of city %d is %s", axis+1, p.cities, nameOf(token))
		default:
			if _, err := strconv.ParseFloat(number.String(), 64); err != nil {
				p.bad.Add(p.wrong("number %d of city %d, %.40s, is out of range", axis+1, p.cities, number),
					fmt.Sprintf("city %d", p.cities))
			}
			p.table.WriteString(number.String())
			p.table.WriteByte(",\n"[axis])
		}
	}
}

// nameOf names a token of JSON that is out of place.
func nameOf(token json.Token) string {
	switch token := token.(type) {
	case nil:
		return "null"
	case string:
		return "text"
	case json.Number:
		return "a single number"
	case json.Delim:
		if token == '{' {
			return "an object"
		}
		return "an array"
	}
	return fmt.Sprint(token) // true or false
}

func (p *pairs) wrong(reason string, args ...any) error {
	return &tsp.Error{
		Subject: Coordinates,
		Reason:  fmt.Sprintf(reason, args...) + "; give an array of pairs [x, y], of numbers alone",
	}
}
