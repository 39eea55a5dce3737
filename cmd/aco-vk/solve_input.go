package main

import (
	"fmt"

	"github.com/aco-vk/aco-vk/tsp/format"
)

// readInput reads the instance and prints what looks wrong with it.
func (s *solveCommand) readInput(c console) (*format.Input, error) {
	columns, err := format.ParseColumns(s.Columns)
	if err != nil {
		return nil, err
	}
	input, err := readInput(c, s.File, format.Options{Format: unlessAuto[format.Format](s.Format), Columns: columns, Metric: unlessAuto[format.Metric](s.Metric)})
	if err != nil {
		return nil, err
	}
	for _, warning := range input.Warnings {
		if !s.Quiet {
			fmt.Fprintf(c.messages, "aco-vk: warning: %s\n", warning)
		}
	}
	return input, nil
}
