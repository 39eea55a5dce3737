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

// liveLine is a line that is drawn again and again: on a terminal in place of the one before,
// elsewhere as a new line now and then.
type liveLine struct {
	out     io.Writer // io.Discard with --quiet
	lock    sync.Mutex
	status  statusLine
	printed time.Time     // time of the last line
	stop    chan struct{} // ends refresh
}

// refresh calls draw, which holds the lock meanwhile, to show how the time passes, until close.
func (l *liveLine) refresh(every time.Duration, draw func()) {
	l.status, l.printed, l.stop = newStatusLine(l.out), time.Now(), make(chan struct{})
	go func() {
		ticker := time.NewTicker(every)
		defer ticker.Stop()
		for {
			select {
			case <-l.stop:
				return
			case <-ticker.C:
				l.lock.Lock()
				draw()
				l.lock.Unlock()
			}
		}
	}()
}

// show shows the parts of the line on a terminal, or prints it if the last one was some time ago.
func (l *liveLine) show(parts []string, elapsed time.Duration, print func()) {
	switch {
	case l.status.terminal != nil:
		l.status.show(parts)
	case time.Since(l.printed) >= lineEvery(elapsed):
		l.printed = time.Now()
		print()
	}
}

// close removes the line.
func (l *liveLine) close() {
	close(l.stop)
	l.lock.Lock()
	defer l.lock.Unlock()
	l.status.clear()
}

// progressLine shows the progress of a command. Its methods may be called by several goroutines.
type progressLine struct {
	liveLine
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

	phase   string       // "": the search, with now
	since   time.Time    // when phase began, or when now was received
	now     aco.Progress // of the search
	holding bool         // the run is resumed, and may be refused: messages wait until it is accepted
	held    []func()
}

// newProgressLine returns a line without a phase. The caller ends it with close.
func newProgressLine(out, always io.Writer) *progressLine {
	p := &progressLine{liveLine: liveLine{out: out}, always: always}
	p.refresh(frameEvery, p.draw)
	return p
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
	p.liveLine.close()
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
		if p.phase != string(now.Phase) { // events of a phase are repeated
			p.phase, p.since = string(now.Phase), time.Now()
		}
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
	p.show(parts, now.Elapsed, func() { p.printProgress(now, parts) })
}
