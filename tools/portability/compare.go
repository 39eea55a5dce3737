package main

import "fmt"

// regressions describes a device's pipelines that do not compile, or are much worse than their
// module in the table. Much worse means more spills, or an occupancy or subgroup size smaller by a
// quarter or more. Only figures of the same driver version are compared.
func regressions(table Device, driver string, all []compiled) (found []string) {
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
		for _, why := range c.regressions(known[c.Module]) { // a new module must not spill
			found = append(found, fmt.Sprintf("%s: %s: %s", table.Device, c.Pipeline, why))
		}
	}
	return found
}

// regressions returns which figures are much worse than before.
func (f Figures) regressions(old Figures) (why []string) {
	if f.Spills > old.Spills {
		why = append(why, fmt.Sprintf("%d spills, %d in the table", f.Spills, old.Spills))
	}
	if f.ScalarSpills > old.ScalarSpills {
		why = append(why, fmt.Sprintf("%d scalar spills, %d in the table", f.ScalarSpills, old.ScalarSpills))
	}
	if fewer(f.Occupancy, old.Occupancy) {
		why = append(why, fmt.Sprintf("occupancy of %d subgroups, %d in the table", f.Occupancy, old.Occupancy))
	}
	if fewer(f.Subgroup, old.Subgroup) {
		why = append(why, fmt.Sprintf("subgroups of %d, %d in the table", f.Subgroup, old.Subgroup))
	}
	return why
}

// fewer reports whether a figure has decreased by a quarter or more.
func fewer(now, old int) bool { return 4*now <= 3*old && now < old }
