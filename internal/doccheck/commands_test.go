package doccheck

import (
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
)

// reference is the page with all commands and flags. The tests of cmd/aco-vk compare it with the
// parser of the command line.
const reference = "docs/command-line.md"

var (
	anyFlag       = regexp.MustCompile(`(?:^|[^\w-])--([a-z][a-z0-9]*(?:-[a-z0-9]+)*)`)
	commandTitle  = regexp.MustCompile("^`aco-vk ((?:[a-z]+ ?)+)")
	flagRow       = regexp.MustCompile("^\\| `(?:-\\w, )?--([a-z0-9-]+)")
	afterProgram  = regexp.MustCompile(`^(?:\$ )?(?:sudo )?(?:\w+=\S* )*(\S+)(?: (.*))?$`)
	otherProgram  = regexp.MustCompile(`^run \./(\S+)(.*)`)
	inserted      = regexp.MustCompile(`\$\([^)]*\)`)
	endOfCommand  = regexp.MustCompile(`\s(?:\||&&|;)\s`)
	endOfSentence = regexp.MustCompile(`[.?!:;]\s`)
)

// readCommands reads the reference.
func (p *project) readCommands() error {
	text, err := fs.ReadFile(p.files, reference)
	if err != nil {
		return err
	}
	for _, one := range pagePassages(reference, string(text)) {
		command := titleCommand(one.section)
		if command == "" {
			continue
		}
		if p.flags[command] == nil {
			p.flags[command] = set{"help": true}
		}
		if flag := flagRow.FindStringSubmatch(one.text); flag != nil {
			p.flags[command][flag[1]] = true
		}
		if shared, found := strings.CutPrefix(one.text, "As for `solve`: "); found {
			for _, flag := range anyFlag.FindAllStringSubmatch(shared, -1) {
				p.flags[command][flag[1]] = true
			}
		}
	}
	if len(p.flags) == 0 {
		return fmt.Errorf("%s has no commands", reference)
	}
	return nil
}

// titleCommand returns the command that a heading of the reference names, or "".
func titleCommand(title string) string {
	if match := commandTitle.FindStringSubmatch(title); match != nil {
		return strings.TrimSpace(match[1])
	}
	return ""
}

// missingFlags returns the commands and flags that a passage names and that do not exist.
func (p *project) missingFlags(one passage) (missing []string) {
	if one.kind == example {
		line, _, _ := strings.Cut(strings.TrimSpace(one.text), " # ")
		for _, part := range endOfCommand.Split(line, -1) {
			missing = append(missing, p.missingInCall(part, p.commandNames())...)
		}
		return missing
	}
	for _, sentence := range endOfSentence.Split(one.text, -1) {
		commands := p.commandsIn(sentence, one)
		if one.kind == prose {
			for _, mark := range codeMark.FindAllStringSubmatch(sentence, -1) {
				missing = append(missing, p.missingInCall(mark[1], commands)...)
			}
			sentence = codeMark.ReplaceAllString(sentence, " ")
		}
		for _, flag := range anyFlag.FindAllStringSubmatch(sentence, -1) {
			if !p.hasFlag(commands, flag[1]) && !(one.kind == comment && p.toolFlags[path.Dir(one.file)][flag[1]]) {
				missing = append(missing, noFlag(flag[1], commands))
			}
		}
	}
	return missing
}

// missingInCall checks a command line, or flags for one of some commands.
func (p *project) missingInCall(call string, commands []string) (missing []string) {
	call = inserted.ReplaceAllString(strings.Join(strings.Fields(call), " "), "")
	parts := afterProgram.FindStringSubmatch(call)
	if parts == nil {
		return nil
	}
	program, arguments := parts[1], parts[2]
	if tool := otherProgram.FindStringSubmatch(arguments); program == "go" && tool != nil {
		if tool[1] != "cmd/aco-vk" {
			for _, flag := range anyFlag.FindAllStringSubmatch(tool[2], -1) {
				if !p.toolFlags[tool[1]][flag[1]] {
					missing = append(missing, fmt.Sprintf("%s has no flag --%s", tool[1], flag[1]))
				}
			}
			return missing
		}
		program, arguments = "aco-vk", strings.TrimSpace(tool[2])
	}
	switch {
	case program == "aco-vk" || strings.HasSuffix(program, "/aco-vk") || strings.HasSuffix(program, "aco-vk.exe"):
		first, _, _ := strings.Cut(arguments, " ")
		if lowerWord.MatchString(first) {
			if commands = p.startingWith(arguments); commands == nil {
				return []string{"no command aco-vk " + first}
			}
		}
	case strings.HasPrefix(program, "-"):
	default:
		if commands = p.startingWith(program + " " + arguments); commands == nil {
			return nil // of another program
		}
	}
	for _, flag := range anyFlag.FindAllStringSubmatch(call, -1) {
		if !p.hasFlag(commands, flag[1]) {
			missing = append(missing, noFlag(flag[1], commands))
		}
	}
	return missing
}

var lowerWord = regexp.MustCompile(`^[a-z]+$`)

// startingWith returns the command that a text begins with or, if the text begins with the name of
// a group, the group's commands.
func (p *project) startingWith(text string) (commands []string) {
	for _, name := range p.commandNames() {
		if strings.HasPrefix(text+" ", name+" ") {
			return []string{name}
		}
		if first, _, nested := strings.Cut(name, " "); nested && strings.HasPrefix(text+" ", first+" ") {
			commands = append(commands, name)
		}
	}
	return commands
}

// commandsIn returns the commands that the flags of a sentence may belong to: solve and the
// commands in the sentence or, without one, in the page. In the reference, the section's command
// takes the place of solve.
func (p *project) commandsIn(sentence string, one passage) (commands []string) {
	commands = p.named(sentence)
	if title := titleCommand(one.section); title != "" {
		return append(commands, title)
	}
	if commands == nil && one.kind == comment {
		return p.commandNames()
	}
	if commands == nil {
		commands = p.named(one.page)
	}
	return append(commands, "solve")
}

// named returns the commands that a text names: after aco-vk, in code marks or before a flag.
func (p *project) named(text string) (commands []string) {
	for _, name := range p.commandNames() {
		mentions := []string{"aco-vk " + name, "`" + name + "`", "`" + name + " ", name + " --"}
		if slices.ContainsFunc(mentions, func(mention string) bool { return strings.Contains(text, mention) }) {
			commands = append(commands, name)
		}
	}
	return commands
}

func (p *project) commandNames() []string { return slices.Sorted(maps.Keys(p.flags)) }

// hasFlag says whether one of some commands has a flag. The program itself has --help and
// --version.
func (p *project) hasFlag(commands []string, flag string) bool {
	return flag == "help" || flag == "version" ||
		slices.ContainsFunc(commands, func(name string) bool { return p.flags[name][flag] })
}

func noFlag(flag string, commands []string) string {
	if len(commands) > 3 {
		return "no command has the flag --" + flag
	}
	return fmt.Sprintf("no flag --%s in %s", flag, strings.Join(commands, ", "))
}
