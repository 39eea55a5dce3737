package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/aco-vk/aco-vk/study/experiment"
)

// studyProgress shows how far an experiment is: on a terminal in one line, elsewhere with a line now
// and then.
type studyProgress struct {
	liveLine
	runs     int // of the plan
	left     []experiment.Run
	solvers  int
	estimate experiment.Estimate

	began   time.Time
	done    int // runs of left that are over
	seconds float64
	unknown int // runs of which the time is not known
	since   time.Time
	now     experiment.Run // that began last
}

func newStudyProgress(s *study, state *experiment.State) *studyProgress {
	p := &studyProgress{
		liveLine: liveLine{out: s.c.messages}, runs: len(state.Runs), left: state.Left, solvers: len(s.Device),
		began: time.Now(),
	}
	if s.Quiet {
		p.out = io.Discard
	}
	for _, row := range state.Rows {
		p.estimate.Add(row)
	}
	p.expect()
	p.refresh(time.Second, p.draw)
	return p
}

// expect computes the time that is left.
func (p *studyProgress) expect() {
	p.seconds, p.unknown = p.estimate.Seconds(p.left[p.done:], p.solvers)
	p.since = time.Now()
}

// begin shows a run.
func (p *studyProgress) begin(run experiment.Run) {
	p.lock.Lock()
	defer p.lock.Unlock()
	p.now = run
	p.draw()
}

// end counts a run. To compute the time left costs some time for each run that is left.
func (p *studyProgress) end(row experiment.Row) {
	p.lock.Lock()
	defer p.lock.Unlock()
	p.estimate.Add(row)
	if p.done++; time.Since(p.since) > time.Second || len(p.left) < 1000 {
		p.expect()
	}
}

// draw shows the line on a terminal, or prints it if the last one was some time ago.
func (p *studyProgress) draw() {
	over := p.runs - len(p.left) + p.done
	parts := []string{
		fmt.Sprintf("%d of %d runs", over, p.runs), bar(float64(over) / float64(p.runs)),
		timeText(max(0, p.seconds-time.Since(p.since).Seconds()), p.unknown, len(p.left)-p.done),
		p.now.Configuration.Name, p.now.Instance.Name, fmt.Sprintf("seed %d", p.now.Seed),
	}
	p.show(parts, time.Since(p.began), func() { fmt.Fprintln(p.out, strings.Join(parts, separator)) })
}

// timeText says how long runs take together.
func timeText(seconds float64, unknown, runs int) string {
	if unknown == runs && runs > 0 {
		return "time left unknown"
	}
	text := "about " + roundedTime(time.Duration(seconds*float64(time.Second))) + " left"
	if unknown > 0 {
		text += fmt.Sprintf(" without %d runs", unknown)
	}
	return text
}

// roundedTime writes a time for people.
func roundedTime(d time.Duration) string {
	switch {
	case d < 2*time.Minute:
		return fmt.Sprintf("%.0f s", d.Seconds())
	case d < 2*time.Hour:
		return fmt.Sprintf("%.0f min", d.Minutes())
	case d < 48*time.Hour:
		return fmt.Sprintf("%.1f h", d.Hours())
	}
	return fmt.Sprintf("%.1f days", d.Hours()/24)
}
