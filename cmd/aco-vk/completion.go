package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"
)

type completionCommand struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"bash, zsh or fish. For bash: source <(aco-vk completion bash). For zsh: the same with zsh. For fish: aco-vk completion fish | source."`
}

func (s *completionCommand) Run(c console) error {
	parser, err := newParser(true, c, func(int) {})
	if err != nil {
		return err
	}
	switch s.Shell {
	case "fish":
		fishCompletion(c.out, parser.Model)
	case "zsh":
		fmt.Fprintln(c.out, "autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit")
		bashCompletion(c.out, parser.Model)
	default:
		bashCompletion(c.out, parser.Model)
	}
	return nil
}

// bashCompletion writes a function of bash that completes commands, flags and their values. Other
// arguments are files.
func bashCompletion(out io.Writer, app *kong.Application) {
	fmt.Fprintf(out,
		"_aco_vk() {\n  local current=${COMP_WORDS[COMP_CWORD]} words=\n  case \"${COMP_WORDS[1]} ${COMP_WORDS[COMP_CWORD-1]}\" in\n")
	for _, command := range app.Children {
		for _, flag := range allFlagsOf(command) {
			if flag.Enum != "" {
				fmt.Fprintf(out, "  '%s --%s') words='%s' ;;\n", command.Name, flag.Name,
					strings.Join(flag.EnumSlice(), " "))
			}
		}
	}
	fmt.Fprintf(out,
		"  esac\n  [[ $words ]] || case \"$COMP_CWORD ${COMP_WORDS[1]}\" in\n  1\\ *) words='%s --help --version' ;;\n",
		strings.Join(childNames(app.Node), " "))
	for _, command := range app.Children {
		words := childNames(command)
		for _, argument := range command.Positional {
			if argument.Enum != "" {
				words = append(words, argument.EnumSlice()...)
			}
		}
		if command.Name == "help" {
			words = childNames(app.Node)
		}
		for _, flag := range allFlagsOf(command) {
			words = append(words, "--"+flag.Name)
		}
		fmt.Fprintf(out, "  *\\ %s) words='%s --help' ;;\n", command.Name, strings.Join(words, " "))
	}
	fmt.Fprint(out,
		"  esac\n  COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n}\ncomplete -o default -F _aco_vk aco-vk\n")
}

// fishCompletion writes commands of fish. They add the first sentence of each help text.
func fishCompletion(out io.Writer, app *kong.Application) {
	fmt.Fprintln(out, "complete -c aco-vk -n __fish_use_subcommand -l version -d 'Print the version and exit.'")
	fmt.Fprintln(out, "complete -c aco-vk -l help -s h -d 'Show help.'")
	for _, command := range app.Children {
		fmt.Fprintf(out, "complete -c aco-vk -f -n __fish_use_subcommand -a %s -d '%s'\n", command.Name,
			fishText(command.Help))
		within := fmt.Sprintf("complete -c aco-vk -n '__fish_seen_subcommand_from %s'", command.Name)
		for _, child := range command.Children {
			fmt.Fprintf(out, "%s -a %s -d '%s'\n", within, child.Name, fishText(child.Help))
		}
		for _, argument := range command.Positional {
			if argument.Enum != "" {
				fmt.Fprintf(out, "%s -f -a '%s'\n", within, strings.Join(argument.EnumSlice(), " "))
			}
		}
		for _, flag := range allFlagsOf(command) {
			line := fmt.Sprintf("%s -l %s -d '%s'", within, flag.Name, fishText(flag.Help))
			switch {
			case flag.Enum != "":
				line += fmt.Sprintf(" -x -a '%s'", strings.Join(flag.EnumSlice(), " "))
			case !flag.IsBool():
				line += " -r"
			}
			fmt.Fprintln(out, line)
		}
	}
}

// fishText returns the first sentence of a help text, quoted for fish.
func fishText(help string) string {
	sentence, _, _ := strings.Cut(help, ". ")
	return strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(sentence)
}

// allFlagsOf returns the flags of a command and of its subcommands, without --help.
func allFlagsOf(command *kong.Node) []*kong.Flag {
	var flags []*kong.Flag
	for _, flag := range command.Flags {
		if flag.Name != "help" {
			flags = append(flags, flag)
		}
	}
	for _, child := range command.Children {
		flags = append(flags, allFlagsOf(child)...)
	}
	return flags
}

func childNames(node *kong.Node) []string {
	var names []string
	for _, child := range node.Children {
		names = append(names, child.Name)
	}
	return names
}
