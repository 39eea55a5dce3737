package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"time"
)

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

// measureCommands runs the commands of two days in a folder with copies of their lists.
func measureCommands(program, lists string) (*times, error) {
	program, err := filepath.Abs(program)
	if err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp("", "days-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	for _, name := range []string{"kunden.xlsx", "kunden-dienstag.xlsx"} {
		list, err := os.ReadFile(filepath.Join(lists, name))
		if err == nil {
			err = os.WriteFile(filepath.Join(folder, name), list, 0o600)
		}
		if err != nil {
			return nil, err
		}
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
