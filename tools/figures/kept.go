package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/aco-vk/aco-vk/study/papers"
)

// kept has the reports that figures and tables are made of.
type kept struct {
	times   []*papers.Report      // of single tables
	studies []*study              // of experiments
	reports []*papers.PaperReport // of all tables of a paper
	scaling *scaling              // nil: none

	stopwatch *stopwatch // nil: none
}

// readAll reads the reports in files, and refuses those that contradict each other.
func readAll(names []string) (k kept, err error) {
	for _, name := range names {
		if err := k.read(name); err != nil {
			return k, fmt.Errorf("%s: %w", name, err)
		}
	}
	return k, k.check()
}

// read adds the report in a file.
func (k *kept) read(name string) (err error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	if filepath.Ext(name) == ".jsonl" {
		s, err := readStudy(name, text)
		k.studies = append(k.studies, s)
		return err
	}
	var of struct{ Table, Paper string }
	if err := json.Unmarshal(text, &of); err != nil {
		return err
	}
	if of.Paper != "" {
		report, err := papers.ReadPaper(bytes.NewReader(text))
		if err == nil {
			k.reports = append(k.reports, report)
		}
		return err
	}
	switch of.Table {
	case scalingName:
		k.scaling, err = readScaling(text)
		return err
	case stopwatchName:
		k.stopwatch, err = readStopwatch(text)
		return err
	}
	report, err := papers.Read(bytes.NewReader(text))
	if err == nil {
		k.times = append(k.times, report)
	}
	return err
}

// check returns an error if a table or a paper occurs twice on a device. Reports of papers may be of
// different versions: each has its own on the page.
func (k *kept) check() error {
	type key struct {
		what   string
		device papers.Device
	}
	seen := map[key]bool{}
	see := func(what string, device papers.Device) error {
		of := key{what, device}
		if seen[of] {
			return fmt.Errorf("two reports are of %s on %s: keep one", what, device.Name)
		}
		seen[of] = true
		return nil
	}
	for _, r := range k.allTables() {
		if err := see("table "+r.Table, r.Device); err != nil {
			return err
		}
	}
	for _, r := range k.reports {
		if err := see("paper "+r.Paper, r.Device); err != nil {
			return err
		}
	}
	return nil
}

// allTables returns the reports of all tables.
func (k *kept) allTables() []*papers.Report {
	all := append([]*papers.Report(nil), k.times...)
	for _, r := range k.reports {
		all = append(all, r.Tables...)
	}
	return all
}
