// Command days measures a list of stops that changes every day, and writes the report that the
// tutorial's figure is made of:
//
//	go run ./tools/days --report docs/bench/days.json
//	go run ./tools/days --lists testdata
//
// With --report it solves the lists of some days at several prices of a changed leg: each day starts
// from the route of the day before at the same price. Runs end by iterations, so the report is the
// same on every machine. With --lists it writes the lists of two days as workbooks.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
)

func main() {
	report := flag.String("report", "", "file for the lengths and changes by price")
	lists := flag.String("lists", "", "folder for the workbooks of two days")
	flag.Parse()
	if err := run(*report, *lists); err != nil {
		fmt.Fprintln(os.Stderr, "days:", err)
		os.Exit(1)
	}
}

func run(report, lists string) error {
	if lists != "" {
		if err := writeLists(lists); err != nil {
			return err
		}
	}
	if report == "" {
		return nil
	}
	measured, err := measure(context.Background(), usual)
	if err != nil {
		return err
	}
	text, err := json.MarshalIndent(measured, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(report, append(text, '\n'), 0o666)
}
