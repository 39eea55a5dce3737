package main

import "fmt"

// faults are what is wrong with a device's pipelines: those that could not be compiled and, against the table, those that spill where
// their module did not, or more than it did, and those of which a device holds fewer by a quarter or more, or that run in subgroups
// so much smaller. Figures of two versions of a driver are not compared.
func faults(table Device, driver string, all []compiled) (found []string) {
	known := map[string]Figures{}
	for _, m := range table.Modules {
		known[m.Module] = m.Figures
	}
	for _, c := range all {
		if c.Failure != "" {
			found = append(found, fmt.Sprintf("%s: %s: %s", table.Device, c.Pipeline, c.Failure))
			continue
		}
		if driver != table.Driver {
			continue
		}
		was, isKnown := known[c.Module]
		if !isKnown {
			was = Figures{} // a new module may not spill either
		}
		for _, why := range c.against(was) {
			found = append(found, fmt.Sprintf("%s: %s: %s", table.Device, c.Pipeline, why))
		}
	}
	return found
}

// against says what of a pipeline's figures is so much worse than its module's that someone has to agree.
func (f Figures) against(was Figures) (why []string) {
	if f.Spills > was.Spills {
		why = append(why, fmt.Sprintf("%d spills, and in the table %d", f.Spills, was.Spills))
	}
	if fewer(f.Occupancy, was.Occupancy) {
		why = append(why, fmt.Sprintf("%d subgroups at once, and in the table %d", f.Occupancy, was.Occupancy))
	}
	if fewer(f.Subgroup, was.Subgroup) {
		why = append(why, fmt.Sprintf("subgroups of %d, and in the table %d", f.Subgroup, was.Subgroup))
	}
	return why
}

// fewer says whether a figure has fallen by a quarter or more.
func fewer(is, was int) bool { return 4*is <= 3*was && is < was }
