package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"golang.org/x/term"

	"github.com/aco-vk/aco-vk/conform"
)

// caseCounter tells on a terminal how a test goes, in one line that is rewritten.
type caseCounter struct {
	out      io.Writer
	device   string
	terminal bool
	last     time.Time
}

func newCaseCounter(out io.Writer, device string) *caseCounter {
	file, ok := out.(*os.File)
	return &caseCounter{out: out, device: device, terminal: ok && term.IsTerminal(int(file.Fd()))}
}

func (l *caseCounter) update(now conform.Progress) {
	if !l.terminal || time.Since(l.last) < frameEvery {
		return
	}
	l.last = time.Now()
	fmt.Fprintf(l.out, "\r\x1b[K%s: case %d of %d, %d problems", l.device, now.Done, now.Total, now.Problems)
}

// done clears the line for what follows.
func (l *caseCounter) done() {
	if l.terminal {
		fmt.Fprint(l.out, "\r\x1b[K")
	}
}
