package main

import (
	"context"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/format"
)

// readInput reads an instance as the flags say.
func (f *inputFlags) readInput(ctx context.Context, c console, name string) (*format.Input, error) {
	options, err := f.formatOptions()
	if err != nil {
		return nil, err
	}
	return readInput(ctx, c, name, options)
}

// formatOptions returns what the flags say about an input.
func (f *inputFlags) formatOptions() (format.Options, error) {
	columns, err := format.ParseColumns(f.Columns)
	return format.Options{Format: unlessAuto[format.Format](f.Format), Columns: columns, Metric: unlessAuto[format.Metric](f.Metric)}, err
}

// readAndWarn reads an instance as readInput does, and prints its notes and warnings.
func (f *inputFlags) readAndWarn(ctx context.Context, c console, name string) (*format.Input, error) {
	input, err := f.readInput(ctx, c, name)
	if err == nil {
		printInput(c.messages, input)
	}
	return input, err
}

// readInstance reads an instance as readAndWarn does.
func (f *inputFlags) readInstance(ctx context.Context, c console, name string) (*tsp.Instance, error) {
	input, err := f.readAndWarn(ctx, c, name)
	if err != nil {
		return nil, err
	}
	return input.Instance, nil
}
