package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"golang.org/x/term"

	"github.com/aco-vk/aco-vk/aco/classic"
)

const (
	lineEvery  = 5 * time.Second        // between plain lines, in a pipe
	frameEvery = 100 * time.Millisecond // between updates of the terminal's line
)

// progressLine tells how a run goes: on a terminal in one line that is rewritten, in a pipe in plain lines at a modest rate.
type progressLine struct {
	out      io.Writer
	terminal bool
	known    int64         // best known length, 0 if there is none
	limit    time.Duration // after which a clock ends the run; 0: none does
	last     time.Time
	shown    bool
}

func newProgressLine(out io.Writer, known int64, limit time.Duration) *progressLine {
	file, ok := out.(*os.File)
	return &progressLine{out: out, terminal: ok && term.IsTerminal(int(file.Fd())), known: known, limit: limit, last: time.Now()}
}

func (p *progressLine) update(now classic.Progress) {
	if now.Remark != "" {
		p.done()
		fmt.Fprintf(p.out, "aco-vk: %s\n", now.Remark)
	}
	every := lineEvery
	if p.terminal {
		every = frameEvery
	}
	if time.Since(p.last) < every {
		return
	}
	p.last, p.shown = time.Now(), true
	if p.terminal {
		fmt.Fprintf(p.out, "\r\x1b[K%s", p.text(now))
	} else {
		fmt.Fprintln(p.out, p.text(now))
	}
}

// text is one line: iteration, best, gap, rate and the time left where a clock ends the run.
func (p *progressLine) text(now classic.Progress) string {
	line := fmt.Sprintf("iteration %d  best %d", now.Iteration, now.Best)
	if now.Iteration == 0 {
		line = fmt.Sprintf("first iteration under way  best %d", now.Best)
	}
	if 0 < p.known && p.known <= now.Best {
		line += fmt.Sprintf(" (+%s)", gap(now.Best, p.known))
	}
	if now.Iteration > 0 {
		line += fmt.Sprintf("  %.4g iterations/s", float64(now.Iteration)/now.Elapsed.Seconds())
	}
	if p.limit > 0 {
		line += fmt.Sprintf("  %.0f s left", max(0, p.limit-now.Elapsed).Seconds())
	}
	return line
}

// done clears the terminal's line for what follows.
func (p *progressLine) done() {
	if p.terminal && p.shown {
		fmt.Fprint(p.out, "\r\x1b[K")
	}
}
