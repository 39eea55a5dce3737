package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"
)

type manCommand struct{}

func (manCommand) Run(c console) error {
	parser, err := newParser(true, c, func(int) {})
	if err != nil {
		return err
	}
	manPage(c.out, parser.Model)
	return nil
}

// manPage writes the manual page in the format of man(7).
func manPage(out io.Writer, app *kong.Application) {
	fmt.Fprintf(out,
		".TH ACO-VK 1\n.SH NAME\naco-vk \\- short tours for the travelling salesman problem\n.SH SYNOPSIS\n.B aco-vk\n%s\n", roff("<command> [flags]"))
	fmt.Fprintf(out, ".SH DESCRIPTION\n%s\n.SH COMMANDS\n", roff(app.Help))
	for _, command := range app.Leaves(true) {
		fmt.Fprintf(out, ".SS %s\n%s\n", roff(command.Summary()), roff(command.Help))
		for _, argument := range command.Positional {
			manEntry(out, argument.Summary(), argument.Help)
		}
		for _, group := range flagGroups(command) {
			if group.title != "" {
				fmt.Fprintf(out, ".PP\n\\fI%s\\fR\n", roff(group.title))
			}
			for _, flag := range group.flags {
				manEntry(out, flagText(flag), flag.Help)
			}
		}
	}
	fmt.Fprintf(out, ".SH ENVIRONMENT\n")
	manEntry(out, validateVariable, "1: Vulkan's validation layer checks every call.")
	manEntry(out, noColorVariable, "If set, output on a terminal has no colours.")
}

func manEntry(out io.Writer, name, help string) {
	fmt.Fprintf(out, ".TP\n\\fB%s\\fR\n%s\n", roff(name), roff(help))
}

// roff escapes text for man(7): backslashes, hyphens, and lines that begin like a request.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text)
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}

// flagGroup has flags under a title.
type flagGroup struct {
	title string
	flags []*kong.Flag
}

// flagGroups returns the flags of a command by group, in their order, without --help. Those
// without a group come first.
func flagGroups(command *kong.Node) []flagGroup {
	groups := []flagGroup{{}}
	at := map[string]int{"": 0}
	for _, flag := range command.Flags {
		if flag.Name == "help" {
			continue
		}
		title := ""
		if flag.Group != nil {
			title = flag.Group.Title
		}
		i, known := at[title]
		if !known {
			i = len(groups)
			at[title] = i
			groups = append(groups, flagGroup{title: title})
		}
		groups[i].flags = append(groups[i].flags, flag)
	}
	if len(groups[0].flags) == 0 {
		return groups[1:]
	}
	return groups
}

// flagText returns a flag with its placeholder or its values.
func flagText(flag *kong.Flag) string {
	text := "--" + flag.Name
	if flag.Short != 0 {
		text = fmt.Sprintf("-%c, %s", flag.Short, text)
	}
	switch {
	case flag.Enum != "":
		return text + "=" + strings.Join(flag.EnumSlice(), "|")
	case flag.IsBool():
		return text
	}
	return text + "=" + flag.FormatPlaceHolder()
}
