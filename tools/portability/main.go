// Portability compiles pipelines of all recipes, those that variants.Cover chooses, with the real compilers of AMD and Intel, on a machine
// that has no such device: Mesa's drivers are made to stand for devices which are not there. Nothing is executed. What the compilers
// tell, registers, spills, shared memory and occupancy, is compared with a table of it; see faults for what is too much worse.
//
//	go run ./tools/portability --shim LIBRARY [--update] docs/compilers.json
//
// The library is what tools/intelshim builds. With --update the table is written anew, and beside it the same for people, in Markdown.
// A driver that is not there, or cannot be made to stand for a device, is left out and said so.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"time"
)

func main() {
	shim := flag.String("shim", "", "library that stands in for the kernel's Intel driver; see tools/intelshim")
	update := flag.Bool("update", false, "write the table")
	flag.Parse()
	if flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	var err error
	if flag.Arg(0) == worker {
		err = work(os.Stdin, os.Stdout)
	} else {
		err = run(flag.Arg(0), *shim, *update)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "portability:", err)
		os.Exit(1)
	}
}

func run(file, shim string, update bool) error {
	table, err := readTable(file)
	if err != nil {
		return err
	}
	var found []string
	for _, d := range drivers(shim) {
		if why := d.missing(); why != "" {
			fmt.Printf("%-9s  left out: %s\n", d.device, why)
			continue
		}
		began := time.Now()
		device, all, err := d.compileAll()
		if err != nil {
			return err
		}
		fmt.Printf("%-9s  %s, %s: %s, %.0f s\n", d.device, device.Name, device.Driver, device.sum(), time.Since(began).Seconds())
		was := table.of(d.device)
		if update {
			was = Device{Device: d.device} // with which only failures are faults
			table = table.with(device)
		} else if was.Driver != device.Driver {
			fmt.Printf("%-9s  the table is of %q: only failures count, spills and occupancy are not compared\n", d.device, was.Driver)
		}
		found = append(found, faults(was, device.Driver, all)...)
	}
	switch {
	case len(found) > 0:
		return fmt.Errorf("\n%s\nspills and occupancy that are meant to be so: make portability-update", strings.Join(found, "\n"))
	case update:
		return errors.Join(table.write(file), writeMarkdown(strings.TrimSuffix(file, ".json")+".md", table))
	}
	return nil
}
