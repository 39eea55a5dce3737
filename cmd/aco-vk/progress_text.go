package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"golang.org/x/term"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/internal/wording"
)

// printRun prints the instance, the algorithm and the devices of a run.
func (p *progressLine) printRun(now aco.Progress) {
	in, devices := p.instance, deviceSet(now.Devices).name()
	if log := logOf(p.out); log != nil {
		log.Info("run", "instance", in.Name, "cities", in.Dimension(), "metric", in.Metric, "algorithm", now.Algorithm,
			"devices", devices, "iteration", now.Iteration)
		return
	}
	with := ""
	switch {
	case now.Algorithm == aco.AlgorithmMerged:
		with = ", default solver"
	case now.Colonies > 1:
		with = fmt.Sprintf(", %d colonies", now.Colonies)
	}
	fmt.Fprintf(p.out, "%s: %s, %s%s, on %s\n", in.Name, citiesText(in, in.Dimension()), metricText(in, p.format), with, devices)
	if p.target != "" && now.Algorithm != aco.AlgorithmExhaustive {
		fmt.Fprintf(p.out, "aco-vk: only a tour of length %s or shorter ends the run: --time-limit ends it without one, "+
			"and so does Ctrl-C\n", p.target)
	}
	if now.Iteration > 0 {
		fmt.Fprintf(p.out, "resumed from iteration %d\n", now.Iteration)
	}
}

// printProgress prints a line where there is no terminal.
func (p *progressLine) printProgress(now aco.Progress, parts []string) {
	log := logOf(p.out)
	switch {
	case log == nil:
		fmt.Fprintln(p.out, strings.Join(parts, separator))
	case p.phase != "":
		log.Info(p.phase)
	case now.NoTour:
		log.Info("progress", "iteration", now.Iteration, "elapsed_s", now.Elapsed.Seconds())
	default:
		log.Info("progress", "iteration", now.Iteration, "best_length", now.Best, "best_known_length", now.Reference,
			"lower_bound", p.bound.Known(), "elapsed_s", now.Elapsed.Seconds())
	}
}

// parts returns the parts of a line, the most important first: the bar and the time left if the
// end is known, length, gap, elapsed time, iterations.
func (p *progressLine) parts(now aco.Progress) []string {
	parts := []string{p.prefix + "best " + p.best(now)}
	if p.priced {
		parts[0] += " with prices"
	}
	if now.NoTour {
		parts[0] = p.prefix + "no tour without forbidden legs yet"
	}
	if now.Reference > 0 {
		parts[0] += fmt.Sprintf(" (+%s)", wording.Gap(now.Best, now.Reference))
	}
	switch done, left := p.completion(now); {
	case done == 0:
	case p.open:
		parts = append(parts, fmt.Sprintf("at most %.0f s left", left.Seconds()))
	default:
		parts = append(parts, fmt.Sprintf("%s %.0f s left", bar(done), left.Seconds()))
	}
	if lower := p.bound.Known(); lower > 0 && !now.NoTour && !p.priced {
		parts = append(parts, wording.AboveOptimum(float64(now.Best), float64(lower)))
	}
	parts = append(parts, fmt.Sprintf("%.0f s", now.Elapsed.Seconds()))
	switch {
	case now.Phase == aco.PhaseExchange:
		parts = append(parts, "recombining tours")
	case now.Iteration == 0:
		parts = append(parts, "first iteration")
	default:
		parts = append(parts, fmt.Sprintf("iteration %d", now.Iteration),
			fmt.Sprintf("%.4g iterations/s", float64(now.Iteration)/now.Elapsed.Seconds()))
	}
	return parts
}

// best writes the length of the best tour.
func (p *progressLine) best(now aco.Progress) string {
	if given := p.instance.Given; given == nil || given.TooLong == 0 || now.Best < int64(given.TooLong) {
		return p.instance.Unit.Format(now.Best)
	}
	tour, _ := now.Tour()
	return p.instance.Unit.FormatValue(tour.UnitLength(p.instance, now.Open()))
}

// completion returns which part of the run is over, and the time left; 0 if its end is not known.
func (p *progressLine) completion(now aco.Progress) (part float64, left time.Duration) {
	if now.TimeLimit > 0 {
		part, left = min(1, now.Elapsed.Seconds()/now.TimeLimit.Seconds()), max(0, now.TimeLimit-now.Elapsed)
	}
	if p.iterations > 0 && now.Iteration > 0 {
		if made := min(1, float64(now.Iteration)/float64(p.iterations)); made > part {
			part, left = made, time.Duration(float64(now.Elapsed)*(1-made)/made)
		}
	}
	return part, left
}

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

// width returns the columns for text. The last column stays empty: some terminals wrap when it is
// written.
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

// fit joins as many parts as have room in a number of columns, at least the first, which may be
// cut.
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
