package main

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"
	tables "github.com/yuin/goldmark/extension/ast"
)

// flagsPage ends with the reference of flags: a heading of level 2 for each command, tables with a
// row for each flag.
const flagsPage = "docs/command-line.md"

const programName = "aco-vk"

// command is a command of the program.
type command struct {
	name   string // without the name of the program
	anchor string
	flags  []flag
}

// flag is a flag of a command.
type flag struct{ name, anchor string }

// words are the words of a command before its arguments, flagNames the names of a flag, such as
// -o, --output.
var (
	words     = regexp.MustCompile("^" + programName + "((?: [a-z]+)+)")
	flagNames = regexp.MustCompile(`^(?:-\w, )?--([a-z0-9-]+)`)
)

// findFlags collects the commands and their flags, and gives the row of each flag an anchor, for
// example solve--time-limit.
func (p *page) findFlags() {
	sections := p.sections()
	for node := range descendants(p.tree) {
		switch n := node.(type) {
		case *ast.Heading:
			if n.Level != 2 {
				continue
			}
			if name := words.FindStringSubmatch(sections[0].Text); name != nil {
				p.commands = append(p.commands, command{name: strings.TrimSpace(name[1]), anchor: sections[0].Anchor})
			}
			sections = sections[1:]
		case *tables.TableRow:
			names := flagNames.FindStringSubmatch(plainText(n.FirstChild(), p.text))
			if names == nil || len(p.commands) == 0 {
				continue
			}
			c := &p.commands[len(p.commands)-1]
			anchor := p.newAnchor(strings.ReplaceAll(c.name, " ", "-") + "--" + names[1])
			n.SetAttributeString("id", []byte(anchor))
			c.flags = append(c.flags, flag{names[0], anchor})
		}
	}
}

// entry is an entry of the index: a command, a flag or a heading.
type entry struct {
	Text   string
	Code   bool
	Places []place
}

// place is where an entry leads to.
type place struct{ Label, Address string }

// letter is a part of the index: the entries that begin with a letter.
type letter struct {
	Letter  string
	Entries []*entry
}

// index returns the entries of all pages, in alphabetical order. An entry that occurs several
// times has several places.
func (s *site) index() []letter {
	var entries []*entry
	add := func(text string, code bool, label string, p *page, anchor string) {
		found := &entry{Text: text, Code: code}
		if i := slices.IndexFunc(entries, func(e *entry) bool { return e.Text == text }); i >= 0 {
			found = entries[i]
		} else {
			entries = append(entries, found)
		}
		found.Places = append(found.Places, place{label, relative(indexOutput, p.output) + "#" + anchor})
	}
	for _, p := range s.pages {
		ofCommands := map[string]bool{}
		for _, c := range p.commands {
			ofCommands[c.anchor] = true
			add(programName+" "+c.name, true, "command", p, c.anchor)
			for _, f := range c.flags {
				add(f.name, true, c.name, p, f.anchor)
			}
		}
		for _, h := range p.headings {
			if !ofCommands[h.Anchor] {
				add(h.Text, false, p.title(), p, h.Anchor)
			}
		}
	}
	slices.SortFunc(entries, func(a, b *entry) int {
		return cmp.Or(cmp.Compare(sortKey(a.Text), sortKey(b.Text)), cmp.Compare(a.Text, b.Text))
	})
	return byLetter(entries)
}

// byLetter divides sorted entries.
func byLetter(entries []*entry) []letter {
	var letters []letter
	for _, e := range entries {
		first := "0–9"
		for _, r := range sortKey(e.Text) {
			if unicode.IsLetter(r) {
				first = strings.ToUpper(string(r))
			}
			break
		}
		if len(letters) == 0 || letters[len(letters)-1].Letter != first {
			letters = append(letters, letter{Letter: first})
		}
		last := &letters[len(letters)-1]
		last.Entries = append(last.Entries, e)
	}
	return letters
}

// sortKey returns the text that orders an entry: a command without the name of the program, a flag
// without hyphens and its short form.
func sortKey(text string) string {
	text = strings.TrimPrefix(text, programName+" ")
	if _, long, ok := strings.Cut(text, "--"); ok && strings.HasPrefix(text, "-") {
		text = long
	}
	return strings.ToLower(strings.TrimLeftFunc(text,
		func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) }))
}
