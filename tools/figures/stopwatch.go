package main

import (
	"encoding/json"
	"fmt"
	"strings"
)

// stopwatchName is the table of the kept times of commands.
const stopwatchName = "stopwatch"

// stopwatch has the times of commands.
type stopwatch struct {
	Cores    int `json:"cores"`
	Commands []struct {
		Command string  `json:"command"`
		Seconds float64 `json:"seconds"`
	} `json:"commands"`
}

// table returns the times as a Markdown table, with the commands up to their flags.
func (s *stopwatch) table() string {
	var table strings.Builder
	all := 0.0
	fmt.Fprintf(&table, "| command | seconds, %d cores without a GPU |\n|---|---|\n", s.Cores)
	for _, c := range s.Commands {
		command, _, _ := strings.Cut(c.Command, " -")
		fmt.Fprintf(&table, "| `%s` | %.1f |\n", command, c.Seconds)
		all += c.Seconds
	}
	fmt.Fprintf(&table, "| **all** | **%.1f** |\n", all)
	return table.String()
}

// readStopwatch reads the kept times of commands.
func readStopwatch(text []byte) (*stopwatch, error) {
	var s stopwatch
	if err := json.Unmarshal(text, &s); err != nil {
		return nil, err
	}
	if len(s.Commands) == 0 {
		return nil, fmt.Errorf("table %s has no commands", stopwatchName)
	}
	return &s, nil
}
