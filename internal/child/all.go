package child

import (
	"errors"
	"sync"
	"time"
)

// running has the processes that may not have ended.
var running struct {
	sync.Mutex
	processes map[*Process]bool
	ending    bool // EndAll was called
}

// endTime is how long EndAll waits for killed processes.
const endTime = 100 * time.Millisecond

// EndAll kills all processes that this package has started, and lets no more start. A command calls
// it before it ends without waiting for them: one that hangs would outlive it.
func EndAll() {
	running.Lock()
	defer running.Unlock()
	running.ending = true
	var ended sync.WaitGroup
	for p := range running.processes {
		ended.Go(func() {
			_ = p.command.Process.Kill() // it may have ended already, also below
			_, _ = p.command.Process.Wait()
		})
	}
	done := make(chan struct{})
	go func() {
		ended.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(endTime):
	}
}

// begin starts the command of a process, unless the program ends.
func (p *Process) begin() error {
	running.Lock()
	defer running.Unlock()
	if running.ending {
		return errors.New("the program ends")
	}
	if err := p.command.Start(); err != nil {
		return err
	}
	if running.processes == nil {
		running.processes = map[*Process]bool{}
	}
	running.processes[p] = true
	return nil
}

// leave notes that a process has ended.
func (p *Process) leave() {
	running.Lock()
	defer running.Unlock()
	delete(running.processes, p)
}
