package main

import (
	"regexp"
	"strings"

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
