package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"

	"github.com/aco-vk/aco-vk/conform"
)

// reportFiles returns the names of the conformance reports in a folder.
func reportFiles(folder string) ([]string, error) {
	return filepath.Glob(filepath.Join(folder, "*.json"))
}

// readFile reads the reports in a file.
func readFile(name string) ([]*conform.Report, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	reports, err := conform.ReadReports(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return reports, nil
}

// reduceAll replaces each report in a folder by its summary.
func reduceAll(folder string) error {
	names, err := reportFiles(folder)
	if err != nil {
		return err
	}
	for _, name := range names {
		reports, err := readFile(name)
		if err != nil {
			return err
		}
		var out bytes.Buffer
		for _, report := range reports {
			reduce(report)
			if err := report.WriteJSON(&out); err != nil {
				return err
			}
		}
		if err := os.WriteFile(name, out.Bytes(), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// reduce leaves out what takes nearly all bytes of a report and is in no table: the cases, and
// their counts by stage and input. Whole runs and probes stay, so that a report can be compared
// with another.
func reduce(report *conform.Report) {
	report.Tested, report.Stages, report.Inputs = nil, nil, nil
}
