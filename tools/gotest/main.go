// Command gotest runs go test with its arguments. It prints what go test prints, now and then how
// many packages are done, then how many tests were skipped, and why. It exits with the status of
// go test. A flag and its value are one argument.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"strings"
)

func main() {
	status, err := run(os.Stdout, os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "gotest:", err)
	}
	os.Exit(status)
}

// run runs go test with the arguments and returns its exit status.
func run(out io.Writer, arguments []string) (status int, err error) {
	signal.Notify(make(chan os.Signal, 1), os.Interrupt) // go test ends, and its last output is printed
	command := exec.Command("go", append([]string{"test", "-json"}, arguments...)...)
	command.Stderr = os.Stderr
	events, err := command.StdoutPipe()
	if err != nil {
		return 1, err
	}
	if err := command.Start(); err != nil {
		return 1, err
	}
	p := newPrinter(out, slices.Contains(arguments, "-v"))
	p.total = count(arguments)
	err = p.read(events)
	if exit := (*exec.ExitError)(nil); errors.As(command.Wait(), &exit) {
		status = exit.ExitCode()
	}
	if err != nil {
		return max(1, status), err
	}
	p.summary()
	return status, nil
}

// count returns how many packages the arguments name, 0 if go list cannot tell.
func count(arguments []string) int {
	isFlag := func(argument string) bool { return strings.HasPrefix(argument, "-") }
	names := slices.DeleteFunc(slices.Clone(arguments), isFlag)
	list, err := exec.Command("go", append([]string{"list"}, names...)...).Output()
	if err != nil {
		return 0
	}
	return strings.Count(string(list), "\n")
}
