package main

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/format"
)

// frameEvery is the time between updates of a terminal's line.
const frameEvery = 100 * time.Millisecond

// progressLine shows the progress of a command: on a terminal in one line that it rewrites,
// elsewhere with a new line now and then. Its methods may be called by several goroutines.
type progressLine struct {
	out        io.Writer // io.Discard with --quiet
	always     io.Writer // for notices that --quiet does not suppress
	instance   *tsp.Instance
	format     format.Format // of the instance's file
	iterations int           // limit of the run; 0: none
	open       bool          // no rule is given: the run may end long before its time limit
	target     string        // length that alone ends the run; "": there are other rules, or none
	repeated   bool          // this is not the first run: its instance, algorithm and devices are known
	prefix     string        // before each line
	bound      lowerBound
	priced     bool // lengths include prices of legs

	lock    sync.Mutex
	status  statusLine
	phase   string       // "": the search, with now
	since   time.Time    // when phase began, or when now was received
	now     aco.Progress // of the search
	printed time.Time    // time of the last line
	holding bool         // the run is resumed, and may be refused: messages wait until it is accepted
	held    []func()
	stop    chan struct{} // ends refresh
}

// newProgressLine returns a line without a phase. The caller ends it with done.
func newProgressLine(out, always io.Writer) *progressLine {
	p := &progressLine{out: out, always: always, status: newStatusLine(out), printed: time.Now(),
		stop: make(chan struct{})}
	go p.refresh()
	return p
}

// refresh shows how the time passes while nothing else happens.
func (p *progressLine) refresh() {
	ticker := time.NewTicker(frameEvery)
	defer ticker.Stop()
	for {
		select {
		case <-p.stop:
			return
		case <-ticker.C:
			p.lock.Lock()
			p.draw()
			p.lock.Unlock()
		}
	}
}

// nextRun starts one of several runs. The lines of the run begin with prefix.
func (p *progressLine) nextRun(prefix string, repeated bool) {
	p.lock.Lock()
	defer p.lock.Unlock()
	p.prefix, p.repeated = prefix, repeated
}

// begin starts a phase in which no tour is searched.
func (p *progressLine) begin(phase string) {
	p.lock.Lock()
	defer p.lock.Unlock()
	p.phase, p.since = phase, time.Now()
}

// asked shows how many requests to a routing server have been answered.
func (p *progressLine) asked(done, all int) {
	p.lock.Lock()
	defer p.lock.Unlock()
	p.phase = fmt.Sprintf("asking the routing server, %d of %d parts,", done, all)
}

// done clears the line and shows no more.
func (p *progressLine) done() {
	p.lock.Lock()
	defer p.lock.Unlock()
	p.phase, p.now, p.held = "", aco.Progress{}, nil
	p.status.clear()
}

// close ends the line.
func (p *progressLine) close() {
	p.done()
	close(p.stop)
}

// update shows an event of a run.
func (p *progressLine) update(now aco.Progress) {
	p.lock.Lock()
	defer p.lock.Unlock()
	p.notice(now.Notice)
	switch now.Phase {
	case aco.PhaseSetup:
		if now.Algorithm == "" {
			break
		}
		p.phase, p.since = "preparing", time.Now()
		if !p.repeated {
			p.say(func() { p.printRun(now) })
		}
	case aco.PhaseCandidates, aco.PhaseFirstTours, aco.PhasePipelines, aco.PhaseUpload:
		p.phase, p.since = string(now.Phase), time.Now()
	default:
		p.release()
		p.phase, p.now, p.since = "", now, time.Now()
	}
}

// accept prints the messages that were held back.
func (p *progressLine) accept() {
	p.lock.Lock()
	defer p.lock.Unlock()
	p.release()
}

func (p *progressLine) release() {
	p.holding = false
	for _, print := range p.held {
		print()
	}
	p.held = nil
}

// say prints a message above the line.
func (p *progressLine) say(print func()) {
	if p.holding {
		p.held = append(p.held, print)
		return
	}
	p.status.clear()
	print()
}

// warn prints what looks wrong with the input, and its notes.
func (p *progressLine) warn(input *format.Input) {
	p.lock.Lock()
	defer p.lock.Unlock()
	p.say(func() { printInput(p.out, p.always, input) })
}

func (p *progressLine) notice(notice aco.Notice) {
	out := p.out
	switch {
	case notice.Kind == "", p.repeated && (notice.Kind == aco.NoticeDevice || notice.Kind == aco.NoticePlaces):
		return
	case notice.Kind == aco.NoticeFallback:
		out = p.always
	}
	p.say(func() { fmt.Fprintf(out, "aco-vk: %s\n", notice.Text) })
}

// lineEvery returns the time between lines where there is no terminal. Long runs have fewer.
func lineEvery(elapsed time.Duration) time.Duration {
	return min(max(elapsed/4, 5*time.Second), time.Minute)
}

// draw shows the line on a terminal, or prints it if the last one was some time ago.
func (p *progressLine) draw() {
	if p.phase == "" && p.now.Phase == "" || p.out == io.Discard {
		return
	}
	parts := []string{fmt.Sprintf("%s%s %.0f s", p.prefix, p.phase, time.Since(p.since).Seconds())}
	now := p.now
	if p.phase == "" {
		now.Elapsed += time.Since(p.since)
		parts = p.parts(now)
	}
	switch {
	case p.status.terminal != nil:
		p.status.show(parts)
	case time.Since(p.printed) >= lineEvery(now.Elapsed):
		p.printed = time.Now()
		p.printProgress(now, parts)
	}
}
