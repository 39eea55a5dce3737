package main

import (
	"fmt"
	"os"
	"strings"
)

// summary counts what a device's compiler made of the modules.
type summary struct {
	modules, pipelines int
	spilling           int // modules that spill registers to memory
	scalar             int // modules that spill scalar registers only
	occupancy          int // the lowest; 0: unknown
}

func (d Device) summary() summary {
	s := summary{modules: len(d.Modules)}
	for i, m := range d.Modules {
		s.pipelines += m.Pipelines
		if m.Spills > 0 {
			s.spilling++
		} else if m.ScalarSpills > 0 {
			s.scalar++
		}
		if i == 0 || m.Occupancy < s.occupancy {
			s.occupancy = m.Occupancy
		}
	}
	return s
}

func (s summary) String() string {
	text := fmt.Sprintf("%d modules, %d pipelines, modules that spill: %d", s.modules, s.pipelines, s.spilling)
	if s.scalar > 0 {
		text += fmt.Sprintf(", scalar registers only: %d", s.scalar)
	}
	if s.occupancy > 0 {
		text += fmt.Sprintf(", lowest occupancy %d", s.occupancy)
	}
	return text
}

const introduction = `<!-- Written by tools/portability; DO NOT EDIT. -->
# Compiler statistics

Mesa's compilers for AMD (RADV) and Intel (ANV) compile the shaders for devices that are not present.
A module is a compiled shader, and a pipeline is a module with values for its specialization constants.
The pipelines of a module together have every value of every constant. [compilers.json](compilers.json)
has the worst figures of each module.

- The oldest device of each vendor also compiles the modules for devices without subgroup operations.
- Intel's compiler is slow: only its newest device compiles more than one pipeline per module.
- Occupancy is the number of subgroups that fit a SIMD unit. Intel's driver does not report it.
- A module spills if it writes registers to memory. "Scalar registers only" counts modules that keep
  scalar registers in lanes of vector registers, without memory.

`

// writeMarkdown writes the summary of each device as a page.
func writeMarkdown(file string, t Table) error {
	var b strings.Builder
	b.WriteString(introduction)
	b.WriteString(
		"| device | name | driver | modules | pipelines | modules that spill | scalar registers only | lowest occupancy |\n" +
			"|---|---|---|---|---|---|---|---|\n")
	for _, d := range t.Devices {
		s := d.summary()
		occupancy := ""
		if s.occupancy > 0 {
			occupancy = fmt.Sprint(s.occupancy)
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %d | %d | %d | %d | %s |\n",
			d.Device, d.Name, d.Driver, s.modules, s.pipelines, s.spilling, s.scalar, occupancy)
	}
	return os.WriteFile(file, []byte(b.String()), 0o644)
}
