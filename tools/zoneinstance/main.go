// Command zoneinstance writes the instances testdata/zone1970.tsp and testdata/places.csv from
// zone1970.tab, the table of the IANA Time Zone Database (https://www.iana.org/time-zones), which
// is in the public domain. The cities of zone1970.tsp are the reference places of all time zones,
// in the order of the table; places.csv has the names and coordinates of Europe's.
//
//	go run ./tools/zoneinstance -release 2025b < zone1970.tab > testdata/zone1970.tsp
//	go run ./tools/zoneinstance -places Europe/ < zone1970.tab > testdata/places.csv
//
// Most systems have the table as /usr/share/zoneinfo/zone1970.tab. Its release is in the first
// line of tzdata.zi beside it.
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
	"github.com/aco-vk/aco-vk/tsp/tsplib"
)

func main() {
	release := flag.String("release", "",
		"write a TSPLIB file of all places, and this `release` of the database, such as 2025b, as a comment")
	places := flag.String("places", "",
		"write a CSV file of the places whose zones begin with this `prefix`, such as Europe/")
	flag.Parse()
	if (*release == "") == (*places == "") || flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	zones, err := readZones(os.Stdin)
	if err == nil && *release != "" {
		err = writeTSPLIB(os.Stdout, zones, *release)
	} else if err == nil {
		err = writeCSV(os.Stdout, zones, *places)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "zoneinstance:", err)
		os.Exit(1)
	}
}

// zone is a time zone with its reference place.
type zone struct {
	name                string  // such as Europe/Andorra
	latitude, longitude float64 // TSPLIB's DDD.MM
}

// readZones reads zone1970.tab.
func readZones(table io.Reader) ([]zone, error) {
	var zones []zone
	scanner := bufio.NewScanner(table)
	for number := 1; scanner.Scan(); number++ {
		line := scanner.Text()
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		// countries, coordinates, zone, comments
		columns := strings.Split(line, "\t")
		if len(columns) < 3 {
			return nil, fmt.Errorf("line %d: %d columns", number, len(columns))
		}
		latitude, longitude, err := coordinates(columns[1])
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
		zones = append(zones, zone{columns[2], latitude, longitude})
	}
	return zones, scanner.Err()
}

// writeTSPLIB writes the places of all zones as a TSPLIB file.
func writeTSPLIB(w io.Writer, zones []zone, release string) error {
	in := &tsp.Instance{
		Name: "zone1970",
		Comment: "Reference places of the time zones in zone1970.tab, IANA Time Zone Database " + release + "\n" +
			"Public domain; https://www.iana.org/time-zones\n" +
			"Made by: go run ./tools/zoneinstance -release " + release + " < zone1970.tab",
		Kind:   tsp.TSP,
		Metric: tsp.GEO,
	}
	for _, z := range zones {
		in.X, in.Y = append(in.X, z.latitude), append(in.Y, z.longitude)
	}
	return tsplib.Write(w, in)
}

// writeCSV writes the places of the zones with a prefix as a CSV file, in decimal degrees.
func writeCSV(w io.Writer, zones []zone, prefix string) error {
	out := bufio.NewWriter(w)
	fmt.Fprintln(out, "name,lat,lon")
	for _, z := range zones {
		if place, ok := strings.CutPrefix(z.name, prefix); ok {
			fmt.Fprintf(out, "%s,%.4f,%.4f\n", place, decimal(z.latitude), decimal(z.longitude))
		}
	}
	return out.Flush()
}

// decimal converts TSPLIB's DDD.MM to decimal degrees.
func decimal(v float64) float64 {
	degrees := math.Trunc(v)
	return degrees + (v-degrees)/0.6
}

// coordinates parses a place in the ISO 6709 form ±DDMM±DDDMM or ±DDMMSS±DDDMMSS. It returns
// degrees in TSPLIB's form DDD.MM.
func coordinates(place string) (latitude, longitude float64, err error) {
	east := strings.LastIndexAny(place, "+-")
	if east < 1 {
		return 0, 0, fmt.Errorf("%q is not a place of the form ±DDMM±DDDMM", place)
	}
	if latitude, err = degreesMinutes(place[:east], 2); err != nil {
		return 0, 0, err
	}
	longitude, err = degreesMinutes(place[east:], 3)
	return latitude, longitude, err
}

// degreesMinutes parses a sign, a number of digits of degrees, two digits of minutes and
// optionally two of seconds.
func degreesMinutes(text string, digits int) (float64, error) {
	sign, degrees, minutes, seconds := text[:1], text[1:], "", "00"
	if sign != "+" && sign != "-" {
		return 0, fmt.Errorf("%q does not begin with a sign", text)
	}
	if len(degrees) == digits+4 {
		degrees, seconds = degrees[:digits+2], degrees[digits+2:]
	}
	if len(degrees) != digits+2 {
		return 0, fmt.Errorf("%q has neither %d digits nor two more for seconds", text, digits+2)
	}
	degrees, minutes = degrees[:digits], degrees[digits:]
	var parts [3]uint64
	for i, part := range []string{degrees, minutes, seconds} {
		var err error
		if parts[i], err = strconv.ParseUint(part, 10, 16); err != nil || i > 0 && parts[i] > 59 {
			return 0, fmt.Errorf("%q in %q is not a number of degrees, minutes or seconds", part, text)
		}
	}
	// Seconds become a fraction of a minute, rounded to six decimal places of the result: 20 cm.
	micro := math.Round((float64(parts[1]) + float64(parts[2])/60) * 1e4)
	v := (float64(parts[0]*1e6) + micro) / 1e6
	if sign == "-" {
		v = -v
	}
	return v, nil
}
