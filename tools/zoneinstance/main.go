// Zoneinstance makes the instance testdata/zone1970.tsp: a tour around the world through the reference places of the
// time zones, the cities of zone1970.tab in the IANA Time Zone Database, which is in the public domain
// (https://www.iana.org/time-zones). City i of the instance is the i-th zone of the table.
//
//	go run ./tools/zoneinstance -release 2025b < zone1970.tab > testdata/zone1970.tsp
//
// The table comes with most systems as /usr/share/zoneinfo/zone1970.tab; its release is in the first line of
// tzdata.zi beside it.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"

	"github.com/aco-vk/aco-vk/tsp"
)

func main() {
	release := flag.String("release", "", "release of the database, such as 2025b (required)")
	flag.Parse()
	if *release == "" || flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	if err := convert(os.Stdout, os.Stdin, *release); err != nil {
		fmt.Fprintln(os.Stderr, "zoneinstance:", err)
		os.Exit(1)
	}
}

// convert reads the table and writes the instance.
func convert(w io.Writer, table io.Reader, release string) error {
	in := &tsp.Instance{
		Name: "zone1970",
		Comment: "Reference places of the time zones in zone1970.tab, IANA Time Zone Database " + release + "\n" +
			"Public domain; https://www.iana.org/time-zones\n" +
			"Made by: go run ./tools/zoneinstance -release " + release + " < zone1970.tab",
		Kind:   tsp.TSP,
		Metric: tsp.GEO,
	}
	scanner := bufio.NewScanner(table)
	for number := 1; scanner.Scan(); number++ {
		line := scanner.Text()
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		// countries, coordinates, zone, comments
		columns := strings.Split(line, "\t")
		if len(columns) < 3 {
			return fmt.Errorf("line %d: %d columns", number, len(columns))
		}
		latitude, longitude, err := coordinates(columns[1])
		if err != nil {
			return fmt.Errorf("line %d: %w", number, err)
		}
		in.X, in.Y = append(in.X, latitude), append(in.Y, longitude)
	}
	if err := scanner.Err(); err != nil {
		return err
	}
	return in.Write(w)
}

// coordinates reads a place in ISO 6709's form ±DDMM±DDDMM or ±DDMMSS±DDDMMSS as TSPLIB's DDD.MM.
func coordinates(place string) (latitude, longitude float64, err error) {
	east := strings.LastIndexAny(place, "+-")
	if east < 1 {
		return 0, 0, fmt.Errorf("%q is no place of the form ±DDMM±DDDMM", place)
	}
	if latitude, err = degreesMinutes(place[:east], 2); err != nil {
		return 0, 0, err
	}
	longitude, err = degreesMinutes(place[east:], 3)
	return latitude, longitude, err
}

// degreesMinutes reads a sign, that many digits of degrees, two of minutes and, where there are more, two of seconds.
func degreesMinutes(text string, digits int) (float64, error) {
	sign, degrees, minutes, seconds := text[:1], text[1:], "", "00"
	if sign != "+" && sign != "-" {
		return 0, fmt.Errorf("%q begins with no sign", text)
	}
	if len(degrees) == digits+4 {
		degrees, seconds = degrees[:digits+2], degrees[digits+2:]
	}
	if len(degrees) != digits+2 {
		return 0, fmt.Errorf("%q has not %d digits, nor two more for seconds", text, digits+2)
	}
	degrees, minutes = degrees[:digits], degrees[digits:]
	var parts [3]uint64
	for i, part := range []string{degrees, minutes, seconds} {
		var err error
		if parts[i], err = strconv.ParseUint(part, 10, 16); err != nil || i > 0 && parts[i] > 59 {
			return 0, fmt.Errorf("%q in %q are no degrees, minutes or seconds", part, text)
		}
	}
	// Seconds become a fraction of the minutes, to six places behind the point: 20 cm.
	micro := math.Round((float64(parts[1]) + float64(parts[2])/60) * 1e4)
	v := (float64(parts[0]*1e6) + micro) / 1e6
	if sign == "-" {
		v = -v
	}
	return v, nil
}
