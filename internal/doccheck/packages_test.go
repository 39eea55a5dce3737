package doccheck

import (
	"os"
	"path"
	"slices"
	"strings"
	"testing"
)

// TestTableOfPackages: the table of packages in ARCHITECTURE.md has each package, or the folder of
// programs that it is in, after all packages that import it.
func TestTableOfPackages(t *testing.T) {
	p, err := wholeProject()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(root + "/ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, fault := range p.tableFaults(tableOfPackages(string(text))) {
		t.Error("ARCHITECTURE.md: " + fault)
	}
}

// tableOfPackages returns the folders in the first column of the tables in the section Packages.
func tableOfPackages(page string) (folders []string) {
	for _, row := range pagePassages("ARCHITECTURE.md", page) {
		if row.section == "Packages" && strings.HasPrefix(row.text, "| `") {
			cell, _, _ := strings.Cut(row.text[2:], " | ")
			folders = append(folders, strings.Split(marked(cell), "\n")...)
		}
	}
	return folders
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
	p, err := wholeProject()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(root + "/README.md")
	if err != nil {
		t.Fatal(err)
	}
	var rows string
	for _, row := range pagePassages("README.md", string(text)) {
		if row.section == "Commands" && strings.HasPrefix(row.text, "| `") {
			cell, _, _ := strings.Cut(row.text[2:], " | ")
			rows += "\n" + marked(cell)
		}
	}
	listed := strings.Split(strings.TrimSpace(rows), "\n")
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
