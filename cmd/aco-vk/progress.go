package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"golang.org/x/term"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/tsp"
)

const (
	lineEvery  = 5 * time.Second        // between plain lines, in a pipe
	frameEvery = 100 * time.Millisecond // between updates of the terminal's line
)

// progressLine shows the progress of a run: on a terminal in one line that it rewrites, in a pipe with a new line every lineEvery.
type progressLine struct {
	out      io.Writer // io.Discard with --quiet
	always   io.Writer // for notices that --quiet does not suppress
	instance *tsp.Instance
	terminal bool
	repeated bool   // this is not the first run: its instance, algorithm and devices are known
	prefix   string // before each line
	bound    *lowerBound
	last     time.Time
	shown    bool
}

func newProgressLine(out, always io.Writer, instance *tsp.Instance) *progressLine {
	file, ok := out.(*os.File)
	return &progressLine{out: out, always: always, instance: instance, terminal: ok && term.IsTerminal(int(file.Fd())), last: time.Now()}
}

func (p *progressLine) update(now aco.Progress) {
	switch now.Notice.Kind {
	case "":
	case aco.NoticeFallback:
		p.done()
		fmt.Fprintf(p.always, "aco-vk: %s\n", now.Notice.Text)
	case aco.NoticeDevice:
		if p.repeated {
			break
		}
		fallthrough
	default:
		p.done()
		fmt.Fprintf(p.out, "aco-vk: %s\n", now.Notice.Text)
	}
	if now.Phase == aco.PhaseSetup {
		if now.Algorithm != "" && !p.repeated {
			p.begin(now)
		}
		return
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

// begin prints the instance, the algorithm and the devices of a run.
func (p *progressLine) begin(now aco.Progress) {
	with := ""
	switch {
	case now.Algorithm == aco.Merged:
		with = ", merged ants"
	case now.Colonies > 1:
		with = fmt.Sprintf(", %d colonies", now.Colonies)
	}
	fmt.Fprintf(p.out, "%s: %d cities, %s%s, on %s\n", p.instance.Name, p.instance.Dimension(), p.instance.Metric, with, deviceSet(now.Devices).name())
	if now.Iteration > 0 {
		fmt.Fprintf(p.out, "resumed from iteration %d\n", now.Iteration)
	}
}

// text returns one line: iteration, best length, gap, rate and, with a time limit, the remaining time.
func (p *progressLine) text(now aco.Progress) string {
	best := p.instance.Unit.Format(now.Best)
	line := fmt.Sprintf("%siteration %d  best %s", p.prefix, now.Iteration, best)
	if now.Iteration == 0 {
		line = fmt.Sprintf("%sfirst iteration under way  best %s", p.prefix, best)
	}
	if now.Reference > 0 {
		line += fmt.Sprintf(" (+%s)", gap(now.Best, now.Reference))
	}
	if lower := p.bound.known(); lower > 0 {
		line += fmt.Sprintf(", %s", aboveOptimum(now.Best, lower))
	}
	if now.Iteration > 0 {
		line += fmt.Sprintf("  %.4g iterations/s", float64(now.Iteration)/now.Elapsed.Seconds())
	}
	if now.TimeLimit > 0 {
		line += fmt.Sprintf("  %.0f s left", max(0, now.TimeLimit-now.Elapsed).Seconds())
	}
	return line
}

// done clears the terminal's line for later output.
func (p *progressLine) done() {
	if p.terminal && p.shown {
		fmt.Fprint(p.out, "\r\x1b[K")
	}
}
