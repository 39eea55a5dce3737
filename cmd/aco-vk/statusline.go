package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"
)

// noColorVariable is the environment variable of https://no-color.org.
const noColorVariable = "NO_COLOR"

// statusLine is the last line of a terminal, which is rewritten and never wraps.
type statusLine struct {
	terminal *os.File // nil: the output is no terminal
	colours  bool
	shown    bool
}

// newStatusLine returns the status line of an output. A dumb terminal cannot rewrite a line.
func newStatusLine(out io.Writer) statusLine {
	file, ok := out.(*os.File)
	if !ok || !term.IsTerminal(int(file.Fd())) || os.Getenv("TERM") == "dumb" {
		return statusLine{}
	}
	return statusLine{terminal: file, colours: os.Getenv(noColorVariable) == ""}
}

// width returns the columns for text. The last column stays empty: some terminals wrap when it is written.
func (l *statusLine) width() int {
	const usual = 80
	width, _, err := term.GetSize(int(l.terminal.Fd()))
	if err != nil || width < 2 {
		width = usual
	}
	return width - 1
}

// show replaces the line. The first part is in bold.
func (l *statusLine) show(parts []string) {
	line := fit(parts, l.width())
	if l.colours {
		first, _, _ := strings.Cut(line, separator)
		line = "\x1b[1m" + first + "\x1b[0m" + line[len(first):]
	}
	l.shown = true
	fmt.Fprint(l.terminal, "\r\x1b[K", line)
}

// clear removes the line, for other output.
func (l *statusLine) clear() {
	if l.shown {
		l.shown = false
		fmt.Fprint(l.terminal, "\r\x1b[K")
	}
}

const separator = "  "

// fit joins as many parts as have room in a number of columns, at least the first, which may be cut.
func fit(parts []string, columns int) string {
	line := ""
	for i, part := range parts {
		longer := part
		if i > 0 {
			longer = line + separator + part
		}
		if i > 0 && len([]rune(longer)) > columns {
			break
		}
		line = longer
	}
	runes := []rune(line)
	return string(runes[:min(len(runes), columns)])
}

// bar draws a fraction.
func bar(fraction float64) string {
	const columns = 20
	full := int(min(max(fraction, 0), 1) * columns)
	return "[" + strings.Repeat("=", full) + strings.Repeat(" ", columns-full) + "]"
}
