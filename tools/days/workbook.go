package main

import (
	"fmt"
	"path/filepath"

	"github.com/xuri/excelize/v2"
)

// The lists of two days.
const (
	firstList  = "kunden.xlsx"
	secondList = "kunden-dienstag.xlsx"
)

// writeLists writes the lists of two days of the first town into a folder.
func writeLists(folder string) error {
	town := newTown(1)
	monday := town.first(usual.Stops)
	for name, list := range map[string][]stop{firstList: monday, secondList: town.next(monday, usual.Changes)} {
		if err := writeWorkbook(filepath.Join(folder, name), list); err != nil {
			return err
		}
	}
	return nil
}

// writeWorkbook writes a list as an office has it.
func writeWorkbook(name string, list []stop) error {
	f := excelize.NewFile()
	defer f.Close()
	const sheet = "Kunden"
	if err := f.SetSheetName("Sheet1", sheet); err != nil {
		return err
	}
	if err := f.SetSheetRow(sheet, "A1", &[]any{"Nr", "Kunde", "Breite", "Länge"}); err != nil {
		return err
	}
	for i, s := range list {
		customer := fmt.Sprint("Kunde ", s.id)
		if i == 0 {
			customer = "Depot"
		}
		if err := f.SetSheetRow(sheet, fmt.Sprint("A", i+2), &[]any{fmt.Sprintf("K%04d", s.id), customer, s.latitude, s.longitude}); err != nil {
			return err
		}
	}
	return f.SaveAs(name)
}
