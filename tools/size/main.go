// Command size writes what the program consists of, by module, into a page: between the lines
// "<!-- make size -->" and "<!-- end -->".
package main

import (
	"bytes"
	"cmp"
	"debug/buildinfo"
	"debug/elf"
	"errors"
	"fmt"
	"maps"
	"os"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

type commandLine struct {
	Page    string `help:"Page with the table."`
	Program string `arg:"" help:"Program for Linux with symbols."`
}

func main() {
	var line commandLine
	context := kong.Parse(&line)
	context.FatalIfErrorf(line.run())
}

func (l *commandLine) run() error {
	parts, err := read(l.Program)
	if err != nil {
		return err
	}
	page, err := os.ReadFile(l.Page)
	if err != nil {
		return err
	}
	begin, end := []byte("<!-- make size -->\n"), []byte("<!-- end -->")
	before, rest, found := bytes.Cut(page, begin)
	place := bytes.Index(rest, end)
	if !found || place < 0 {
		return errors.New(l.Page + " has no place for the table")
	}
	return os.WriteFile(l.Page, slices.Concat(before, begin, []byte(table(parts)), rest[place:]), 0o666)
}

// part is what a module adds to the program, in bytes.
type part struct {
	name       string
	code, data float64
}

// Rows that are no modules.
const (
	standard = "Go's runtime and standard library"
	shared   = "types, strings and tables of all packages"
	symbols  = "names and debug information, which `make` leaves out"
)

// read returns the parts of a program. Go's table of functions, which stack traces need, is
// divided in proportion to the code.
func read(program string) ([]*part, error) {
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return nil, err
	}
	file, err := elf.Open(program)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	all, err := file.Symbols()
	if err != nil {
		return nil, err
	}
	parts := map[string]*part{}
	add := func(name string, code, data uint64) {
		if parts[name] == nil {
			parts[name] = &part{name: name}
		}
		parts[name].code += float64(code)
		parts[name].data += float64(data)
	}
	var code, stored, functions uint64 // stored: sections that the program has in memory and in its file
	for _, s := range file.Sections {
		switch {
		case s.Type == elf.SHT_NOBITS:
		case s.Flags&elf.SHF_ALLOC == 0:
			add(symbols, 0, s.FileSize)
		case s.Name == ".gopclntab":
			functions = s.FileSize
		default:
			stored += s.FileSize
		}
	}
	for _, s := range all {
		if int(s.Section) >= len(file.Sections) || file.Sections[s.Section].Type == elf.SHT_NOBITS ||
			file.Sections[s.Section].Name == ".gopclntab" || s.Section == elf.SHN_UNDEF {
			continue
		}
		module := moduleOf(s.Name, info)
		if file.Sections[s.Section].Flags&elf.SHF_EXECINSTR != 0 {
			add(module, s.Size, 0)
			code += s.Size
		} else {
			add(module, 0, s.Size)
		}
		stored -= min(stored, s.Size)
	}
	add(shared, 0, stored)
	for _, p := range parts {
		p.code += p.code / float64(code) * float64(functions)
	}
	return slices.SortedFunc(maps.Values(parts), func(a, b *part) int {
		return cmp.Or(cmp.Compare(b.code+b.data, a.code+a.data), cmp.Compare(a.name, b.name))
	}), nil
}

// symbolPackage finds the path of the package in a symbol's name.
var symbolPackage = regexp.MustCompile(`^([\w.~%-]+/)*[\w%~-]+\.`)

// moduleOf returns the module of a symbol.
func moduleOf(symbol string, info *debug.BuildInfo) string {
	if strings.HasPrefix(symbol, "main.") {
		return info.Main.Path
	}
	path := strings.ReplaceAll(strings.TrimSuffix(symbolPackage.FindString(symbol), "."), "%2e", ".")
	if path == "" || strings.HasPrefix(symbol, "go:") || strings.HasPrefix(symbol, "type:") {
		return shared
	}
	module := standard
	for _, m := range append(info.Deps, &info.Main) {
		if (path == m.Path || strings.HasPrefix(path, m.Path+"/")) && (module == standard || len(m.Path) > len(module)) {
			module = m.Path
		}
	}
	return module
}

// mostRows is the number of modules in the table; the others share a row.
const mostRows = 10

// table returns the parts as a table in Markdown.
func table(parts []*part) string {
	var text strings.Builder
	text.WriteString("| part of the program | code, MB | data, MB |\n|---|---|---|\n")
	var others, all part
	last, rows := "", 0
	for _, p := range parts {
		if p.name == symbols {
			last = fmt.Sprintf("| %s | | %.1f |\n", p.name, p.data/1e6)
			continue
		}
		all.code, all.data = all.code+p.code, all.data+p.data
		if rows++; rows > mostRows {
			others.code, others.data = others.code+p.code, others.data+p.data
			continue
		}
		fmt.Fprintf(&text, "| %s | %.1f | %.1f |\n", p.name, p.code/1e6, p.data/1e6)
	}
	fmt.Fprintf(&text, "| other modules | %.1f | %.1f |\n", others.code/1e6, others.data/1e6)
	fmt.Fprintf(&text, "| **all, %.1f MB** | %.1f | %.1f |\n", (all.code+all.data)/1e6, all.code/1e6, all.data/1e6)
	return text.String() + last
}
