package main

import (
	"fmt"
	"io"
	"os"
)

// rescue keeps a tour that could not be written where it was wanted: in a temporary file, or else where errors are told.
func rescue(messages io.Writer, write func(io.Writer) error) {
	if file, err := os.CreateTemp("", "aco-vk-*.tour"); err == nil {
		if fillAndClose(file, file.Name(), write) == nil {
			fmt.Fprintf(messages, "aco-vk: what could not be written is lost, but for the tour: it is in %s\n", file.Name())
			return
		}
		os.Remove(file.Name())
	}
	fmt.Fprintln(messages, "aco-vk: what could not be written is lost, but for the tour:")
	_ = write(messages) // there is nowhere left
}
