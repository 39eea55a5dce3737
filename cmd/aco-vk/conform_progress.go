package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"golang.org/x/term"

	"github.com/aco-vk/aco-vk/conform"
)

// caseCounter shows the progress of a test on a terminal, in one line that it rewrites.
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
	total := ""
	if now.Total > 0 {
		total = fmt.Sprintf(" of %d", now.Total)
	}
	fmt.Fprintf(l.out, "\r\x1b[K%s: case %d%s, %d problems", l.device, now.Done, total, now.Problems)
}

// clear clears the line for later output.
func (l *caseCounter) clear() {
	if l.terminal {
		fmt.Fprint(l.out, "\r\x1b[K")
	}
}
