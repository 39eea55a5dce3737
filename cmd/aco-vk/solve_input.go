package main

import (
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/format"
)

// readInput reads the instance by the flags for input.
func (s *solveCommand) readInput(c console) (*format.Input, error) {
	options, err := s.formatOptions()
	if err != nil {
		return nil, err
	}
	return readInput(c, s.File, options)
}

// formatOptions returns what the flags say about an input.
func (f *inputFlags) formatOptions() (format.Options, error) {
	columns, err := format.ParseColumns(f.Columns)
	return format.Options{Format: unlessAuto[format.Format](f.Format), Columns: columns, Metric: unlessAuto[format.Metric](f.Metric)}, err
}

// readInstance reads an instance as the flags say.
func (f *inputFlags) readInstance(c console, name string) (*tsp.Instance, error) {
	options, err := f.formatOptions()
	if err != nil {
		return nil, err
	}
	input, err := readInput(c, name, options)
	if err != nil {
		return nil, err
	}
	return input.Instance, nil
}
