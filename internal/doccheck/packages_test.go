package doccheck

import (
	"path"
	"slices"
	"strings"
	"testing"
)

// TestTableOfPackages: the table of packages in ARCHITECTURE.md has each package, or the folder of
// programs that it is in, after all packages that import it.
func TestTableOfPackages(t *testing.T) {
	p := wholeProject(t)
	for _, fault := range p.tableFaults(firstColumn("ARCHITECTURE.md", p.read(t, "ARCHITECTURE.md"), "Packages")) {
		t.Error("ARCHITECTURE.md: " + fault)
	}
}

// firstColumn returns what is in code marks in the first column of the tables in a section of a page.
func firstColumn(file, page, section string) (names []string) {
	for _, row := range pagePassages(file, page) {
		if row.section == section && strings.HasPrefix(row.text, "| `") {
			cell, _, _ := strings.Cut(row.text[2:], " | ")
			names = append(names, strings.Split(marked(cell), "\n")...)
		}
	}
	return names
}

func (p *project) tableFaults(table []string) (faults []string) {
	for _, folder := range table {
		if !p.paths[folder] {
			faults = append(faults, "no folder "+folder)
		}
	}
	var folders []string
	for folder, one := range p.folders {
		if one.code && !strings.Contains(folder, "testdata") {
			folders = append(folders, folder)
		}
	}
	slices.Sort(folders)
	for _, folder := range folders {
		row := p.row(table, folder)
		if row < 0 {
			faults = append(faults, "the table lacks "+folder)
		}
		for imported := range p.folders[folder].imports {
			if other := p.row(table, imported); other >= 0 && other < row {
				faults = append(faults, folder+" imports "+imported+", which stands above it")
			}
		}
	}
	return faults
}

// row returns the row of a package, or of the folder above it that has no package of its own, or
// -1.
func (p *project) row(table []string, folder string) int {
	if row := slices.Index(table, folder); row >= 0 {
		return row
	}
	if above := path.Dir(folder); p.folders[above] == nil && above != "." {
		return slices.Index(table, above)
	}
	return -1
}

// TestTableOfCommands: README.md has a row for each command.
func TestTableOfCommands(t *testing.T) {
	p := wholeProject(t)
	listed := firstColumn("README.md", p.read(t, "README.md"), "Commands")
	for _, command := range p.commandNames() {
		if !slices.Contains(listed, command) {
			t.Errorf("the table of commands in README.md lacks %s", command)
		}
	}
	for _, command := range listed {
		if p.flags[command] == nil {
			t.Errorf("the table of commands in README.md has %s, which is no command", command)
		}
	}
}
