// Command days measures a list of stops that changes every day, and writes the report that the
// tutorial's figure is made of:
//
//	go run ./tools/days docs/bench/days.json
//
// It solves the lists of some days at several prices of a changed leg: each day starts from the route
// of the day before at the same price. Runs end by iterations, so the report is the same on every
// machine.
package main

import (
	"context"
	"encoding/json"
	"os"

	"github.com/alecthomas/kong"
)

type commandLine struct {
	Report string `arg:"" help:"File for the lengths and changes by price."`
}

func main() {
	var line commandLine
	parsed := kong.Parse(&line, kong.Description("Measure lists of stops that change every day."))
	parsed.FatalIfErrorf(line.run())
}

func (l *commandLine) run() error {
	measured, err := measure(context.Background(), usual)
	if err != nil {
		return err
	}
	text, err := json.MarshalIndent(measured, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(l.Report, append(text, '\n'), 0o666)
}
