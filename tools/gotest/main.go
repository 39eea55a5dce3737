// Command gotest runs go test with its arguments. It prints what go test prints, then how many tests
// were skipped, and why. It ends with the tests that failed, and the command that repeats each. It
// exits with the status of go test. A flag and its value are one argument.
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
	err = p.read(events)
	if exit := (*exec.ExitError)(nil); errors.As(command.Wait(), &exit) {
		status = exit.ExitCode()
	}
	if err != nil {
		return max(1, status), err
	}
	module, err := exec.Command("go", "list", "-m").Output()
	p.summary(func(f failure) string {
		return repeats(os.Getenv("ACO_VK_TARGET"), strings.TrimSpace(string(module)), f)
	})
	return status, err
}

// repeats returns the command that runs a failed test, or the tests of a failed package, again. The
// targets of the Makefile that run tests take a package as PKG and the name of a test as RUN.
func repeats(target, module string, f failure) string {
	pkg := "." + strings.TrimPrefix(f.pkg, module)
	switch {
	case target == "" && f.test == "":
		return "go test " + pkg
	case target == "":
		return fmt.Sprintf("go test -run '^%s$' %s", f.test, pkg)
	case f.test == "":
		return fmt.Sprintf("make %s PKG=%s", target, pkg)
	}
	return fmt.Sprintf("make %s PKG=%s RUN=%s", target, pkg, f.test)
}
