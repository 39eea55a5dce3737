// Portability compiles the pipelines of variants.Cover with the compilers of AMD and Intel, on a
// machine without such a device: Mesa's drivers emulate the presence of devices. Nothing is
// executed. The compilers' statistics (registers, spills, shared memory, occupancy) are compared
// with a stored table; see regressions. Modules for which the table has the figures of the same
// driver and the same input are not compiled again.
//
//	go run ./tools/portability --shim LIBRARY [--update PAGE] testdata/compilers.json
//
// LIBRARY is built by tools/intelshim. With --update the table is written again, whatever the figures
// are, and PAGE gets its summary. Drivers that are not installed are left out with a
// message.
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
	shim := flag.String("shim", "", "library that replaces the kernel's Intel driver; see tools/intelshim")
	page := flag.String("update", "", "write the table, and its summary to this Markdown `page`")
	flag.Parse()
	if flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	var err error
	if flag.Arg(0) == worker {
		err = work(os.Stdin, os.Stdout)
	} else {
		err = run(flag.Arg(0), *shim, *page)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "portability:", err)
		os.Exit(1)
	}
}

// run compares with the table in a file. If page is not empty, it writes the table and its
// summary.
func run(file, shim, page string) error {
	update := page != ""
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
		started := time.Now()
		old := table.of(d.device)
		device, all, err := d.compileAll(old)
		if err != nil {
			return err
		}
		fmt.Printf("%-9s  %s, %s: %s; %d pipelines compiled in %.0f s\n",
			d.device, device.Name, device.Driver, device.summary(), len(all), time.Since(started).Seconds())
		if update {
			table = table.with(device)
			old = Device{Device: d.device} // only failures are regressions
		} else if old.Driver != device.Driver {
			fmt.Printf("%-9s  the table is of driver %q: only failures are checked\n", d.device, old.Driver)
		}
		found = append(found, regressions(old, device.Driver, all)...)
	}
	switch {
	case len(found) > 0:
		return fmt.Errorf("\n%s\nto accept these spills and occupancies, run make portability-update",
			strings.Join(found, "\n"))
	case update:
		return errors.Join(table.write(file), writeMarkdown(page, table))
	}
	return nil
}
