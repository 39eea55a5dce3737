//go:build linux

package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/creack/pty"

	"github.com/aco-vk/aco-vk/internal/must"
)

// onTerminal runs the program on a terminal of this width, and returns what it shows. It interrupts
// the program when what it has shown is enough; with nil never.
func onTerminal(
	t *testing.T, columns uint16, environment []string, isEnough func(shown string) bool, arguments ...string,
) string {
	t.Helper()
	command := exec.Command("aco-vk", arguments...)
	command.Env = append(append(os.Environ(), "TERM=xterm", "XDG_CACHE_HOME="+t.TempDir()), environment...)
	terminal, err := pty.StartWithSize(command, &pty.Winsize{Rows: 24, Cols: columns})
	if err != nil {
		t.Skipf("no terminal: %v", err)
	}
	defer terminal.Close()
	var shown bytes.Buffer
	part, interrupted := make([]byte, 4096), false
	for {
		n, err := terminal.Read(part)
		shown.Write(part[:n])
		if !interrupted && isEnough != nil && isEnough(shown.String()) {
			interrupted = true
			must.Do(t, command.Process.Signal(os.Interrupt))
		}
		if errors.Is(err, syscall.EIO) || errors.Is(err, io.EOF) { // the program has ended
			break
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := command.Wait(); err != nil && !interrupted {
		t.Fatalf("%v\n%s", err, shown.String())
	}
	return strings.ReplaceAll(shown.String(), "\r\n", "\n")
}

var style = regexp.MustCompile("\x1b\\[[0-9]*m")

// On a terminal the progress is one line that fits the width and is removed before other output.
func TestProgressOnTerminal(t *testing.T) {
	for _, c := range []struct {
		columns uint16
		want    string // a line of progress
	}{
		{100, `^best \d+  \[=* *\] .* left  .*s  (first iteration|recombining tours|iteration \d+  .*/s)$`},
		{60, `^best \d+  \[=* *\] .* left  .*s$`},
		{12, `^best \d+$`},
	} {
		want := regexp.MustCompile(c.want)
		framesOf := func(shown string) []string {
			return strings.Split(style.ReplaceAllString(shown, ""), "\r\x1b[K")[1:] // the first is printed before the line is shown
		}
		matches := func(frame string) bool {
			line, _, _ := strings.Cut(frame, "\n")
			return want.MatchString(line)
		}
		shown := onTerminal(t, c.columns, nil, func(shown string) bool {
			return slices.ContainsFunc(framesOf(shown), matches)
		}, "solve", "gen:uniform:301:1", "--device", "cpu", "--time-limit", "600")
		if !style.MatchString(shown) {
			t.Errorf("%d columns: no colours in\n%q", c.columns, shown)
		}
		frames := framesOf(shown)
		for _, frame := range frames {
			if line, after, _ := strings.Cut(frame, "\n"); after == "" && len(line) >= int(c.columns) {
				t.Errorf("%d columns: a line of %d: %q", c.columns, len(line), line)
			}
		}
		if !slices.ContainsFunc(frames, matches) {
			t.Errorf("%d columns: no line of progress like %s in\n%q", c.columns, c.want, frames)
		}
		if last := frames[len(frames)-1]; !strings.HasPrefix(last, "length ") {
			t.Errorf("%d columns: the line is not removed before the summary: %q", c.columns, last)
		}
	}
}

// NO_COLOR turns colours off. A dumb terminal has no line that is rewritten.
func TestPlainTerminals(t *testing.T) {
	hasLine := func(shown string) bool { return strings.Contains(shown, "\r\x1b[K") }
	shown := onTerminal(t, 80, []string{noColorVariable + "=1"}, hasLine, "solve", "gen:uniform:300:1", "--device", "cpu",
		"--time-limit", "600")
	if style.MatchString(shown) || !hasLine(shown) {
		t.Errorf("%s: %q", noColorVariable, shown)
	}
	shown = onTerminal(t, 80, []string{"TERM=dumb"}, nil, "solve", "gen:uniform:301:1", "--device", "cpu",
		"--time-limit", "0.5")
	if strings.ContainsAny(shown, "\r\x1b") {
		t.Errorf("dumb terminal: %q", shown)
	}
}
