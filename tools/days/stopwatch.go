package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"time"

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

// times are the times of commands.
type times struct {
	Table    string    `json:"table"`
	Cores    int       `json:"cores"`
	Commands []command `json:"commands"`
}

type command struct {
	Command string  `json:"command"` // for a shell
	Seconds float64 `json:"seconds"`
}

// twoDays are the commands of two days, after those that the tutorial shows.
var twoDays = []string{
	"aco-vk solve kunden.xlsx --start Depot -o montag.gpx -o montag.xlsx -o montag.pdf",
	"aco-vk solve kunden-dienstag.xlsx --start Depot --initial-tour montag.xlsx --stay-close 100m -o dienstag.gpx -o dienstag.xlsx -o dienstag.pdf",
	"aco-vk report dienstag.xlsx --instance kunden-dienstag.xlsx --earlier montag.xlsx",
	"aco-vk plot kunden-dienstag.xlsx dienstag.xlsx montag.xlsx -o vergleich.pdf",
}

// measureCommands runs the commands of two days in a folder with the lists.
func measureCommands(program string) (*times, error) {
	program, err := filepath.Abs(program)
	if err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp("", "days-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	if err := writeLists(folder); err != nil {
		return nil, err
	}
	if err := os.Symlink(program, filepath.Join(folder, "aco-vk")); err != nil {
		return nil, err
	}
	t := &times{Table: "stopwatch", Cores: runtime.NumCPU()}
	for _, text := range twoDays {
		shell := exec.Command("sh", "-c", text)
		shell.Dir, shell.Env = folder, append(os.Environ(), "PATH="+folder+":"+os.Getenv("PATH"))
		began := time.Now()
		output, err := shell.CombinedOutput()
		took := time.Since(began)
		if err != nil {
			return nil, fmt.Errorf("%s: %w\n%s", text, err, output)
		}
		t.Commands = append(t.Commands, command{text, took.Round(10 * time.Millisecond).Seconds()})
	}
	return t, nil
}
