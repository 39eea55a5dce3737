// Command licences writes the licences of all modules that programs contain, as their build
// information lists them, and of Go. A module without a file of its licence is an error. The
// modules have to be in the module cache.
package main

import (
	"bytes"
	"debug/buildinfo"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

type commandLine struct {
	Program []string `arg:"" help:"Programs made by Go."`
}

func main() {
	var line commandLine
	context := kong.Parse(&line, kong.Description("Print the licences of the modules that programs contain."))
	context.FatalIfErrorf(line.run(os.Stdout))
}

func (l *commandLine) run(out io.Writer) error {
	modules, err := modulesOf(l.Program)
	if err != nil {
		return err
	}
	root, err := goCommand("env", "GOROOT")
	if err != nil {
		return err
	}
	if err := write(out, "Go", root); err != nil {
		return err
	}
	for _, module := range modules {
		folder, err := goCommand("list", "-m", "-f", "{{.Dir}}", module)
		if err != nil {
			return err
		}
		if err := write(out, module, folder); err != nil {
			return err
		}
	}
	return nil
}

// modulesOf returns the modules that programs contain, sorted, as path@version.
func modulesOf(programs []string) ([]string, error) {
	var modules []string
	for _, program := range programs {
		info, err := buildinfo.ReadFile(program)
		if err != nil {
			return nil, err
		}
		for _, module := range info.Deps {
			modules = append(modules, pathAndVersion(module))
		}
	}
	slices.Sort(modules)
	return slices.Compact(modules), nil
}

func pathAndVersion(m *debug.Module) string {
	if m.Replace != nil {
		m = m.Replace
	}
	return m.Path + "@" + m.Version
}

// goCommand returns what the go command prints, without the end of the line.
func goCommand(arguments ...string) (string, error) {
	command := exec.Command("go", arguments...)
	command.Stderr = os.Stderr
	printed, err := command.Output()
	if err != nil {
		return "", fmt.Errorf("go %s: %w", strings.Join(arguments, " "), err)
	}
	return strings.TrimSpace(string(printed)), nil
}

// licenceFile matches the names that files of licences have, in both spellings.
var licenceFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents)([-.].*)?$`)

var errNoLicence = errors.New("has no file of its licence")

// write writes the files of licences in a folder.
func write(out io.Writer, name, folder string) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	found := false
	for _, entry := range entries {
		if entry.IsDir() || !licenceFile.MatchString(entry.Name()) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(folder, entry.Name()))
		if err != nil {
			return err
		}
		found = true
		rule := strings.Repeat("-", 80)
		if _, err := fmt.Fprintf(out, "%s\n%s: %s\n%s\n\n%s\n\n", rule, name, entry.Name(), rule,
			bytes.TrimSpace(text)); err != nil {
			return err
		}
	}
	if !found {
		return fmt.Errorf("%s %w", name, errNoLicence)
	}
	return nil
}
