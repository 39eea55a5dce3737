package main

import (
	"encoding/json"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// dayProcess is a process of the service, whose lines on standard error are kept. It is started again
// when it ends by itself, as a service manager does.
type dayProcess struct {
	d         *day
	name      string
	arguments []string
	log       *os.File

	mu      sync.Mutex
	command *exec.Cmd     // nil: it shall not run
	ended   chan struct{} // closed when the command has ended
	exits   int           // by itself
}

// start starts a process, which is ended with the test.
func (d *day) start(name string, arguments ...string) *dayProcess {
	log, err := os.Create(filepath.Join(d.folder, name+".log"))
	if err != nil {
		d.t.Fatal(err)
	}
	p := &dayProcess{d: d, name: name, arguments: arguments, log: log}
	p.start()
	d.processes = append(d.processes, p)
	d.t.Cleanup(func() { p.end(syscall.SIGKILL); log.Close() })
	return p
}

func (p *dayProcess) start() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.startLocked()
}

func (p *dayProcess) startLocked() {
	command, ended := exec.Command(p.arguments[0], p.arguments[1:]...), make(chan struct{})
	command.Stderr = p.log
	if err := command.Start(); err != nil {
		p.d.t.Error(err)
		return
	}
	p.command, p.ended = command, ended
	go func() {
		command.Wait()
		close(ended)
		time.Sleep(time.Second)
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.command == command {
			p.exits++
			p.startLocked()
		}
	}()
}

// end sends a signal to the process, and waits until it has ended.
func (p *dayProcess) end(signal os.Signal) {
	p.mu.Lock()
	command, ended := p.command, p.ended
	p.command = nil
	p.mu.Unlock()
	if command != nil {
		command.Process.Signal(signal)
		<-ended
	}
}

// freePorts returns addresses on the loopback interface that nobody uses.
func freePorts(t *testing.T, number int) (addresses []string) {
	for range number {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer listener.Close()
		addresses = append(addresses, listener.Addr().String())
	}
	return addresses
}

// dayLine is a line of a log.
type dayLine struct {
	at   time.Time
	text string
}

// seen reports how soon the logs have named the faults.
func (d *day) seen() {
	lines := d.lines()
	counts, slowest := map[string]int{}, time.Duration(0)
	for _, f := range d.faults {
		counts[strings.TrimRight(f.what, "0123456789")]++
		if at, named := firstLine(lines, f); named {
			slowest = max(slowest, at.Sub(f.at))
		}
	}
	exits := map[string]int{}
	for _, p := range d.processes {
		exits[p.name] = p.exits
	}
	d.t.Logf("processes that ended by themselves: %v", exits)
	d.t.Logf("faults: %v; all named, after %v at most", counts, slowest.Round(10*time.Millisecond))
}

// firstLine returns when a log first named a fault, if it has.
func firstLine(lines []dayLine, f dayFault) (time.Time, bool) {
	for _, line := range lines {
		if !line.at.Before(f.at) && slices.ContainsFunc(f.says, func(text string) bool { return strings.Contains(line.text, text) }) {
			return line.at, true
		}
	}
	return time.Time{}, false
}

// lines returns the JSON lines of all logs, by time.
func (d *day) lines() (all []dayLine) {
	for _, p := range d.processes {
		text, err := os.ReadFile(p.log.Name())
		if err != nil {
			d.t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			var head struct{ Time time.Time }
			if json.Unmarshal([]byte(line), &head) == nil {
				all = append(all, dayLine{head.Time, line})
			}
		}
	}
	slices.SortFunc(all, func(a, b dayLine) int { return a.at.Compare(b.at) })
	return all
}
