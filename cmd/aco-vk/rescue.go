package main

import (
	"fmt"
	"io"
	"os"
)

// rescue saves a tour whose file could not be written: in a temporary file, or, if that fails too, among the messages.
func rescue(messages io.Writer, write func(io.Writer) error) {
	if file, err := os.CreateTemp("", "aco-vk-*.tour"); err == nil {
		if fillAndClose(file, file.Name(), write) == nil {
			fmt.Fprintf(messages, "aco-vk: an output could not be written; the tour is saved in %s\n", file.Name())
			return
		}
		os.Remove(file.Name())
	}
	fmt.Fprintln(messages, "aco-vk: an output could not be written; the tour is:")
	_ = write(messages) // an error has nowhere to go
}
