package conform

import (
	"context"
	"io"
	"slices"
	"sync"

	"github.com/aco-vk/aco-vk/internal/child"
	"github.com/aco-vk/aco-vk/internal/probe"
	"github.com/aco-vk/aco-vk/vk"
)

// task is a line that a worker process reads: a case or a probe to run, or a case to export.
type task struct {
	Case   string    `json:",omitempty"`
	Export *exportTo `json:",omitempty"`
	Probe  string    `json:",omitempty"`
}

// message is a line that a worker process writes. One field is set.
type message struct {
	Ready  bool         `json:",omitempty"` // the device is open
	Error  string       `json:",omitempty"` // the device cannot be opened
	Step   *step        `json:",omitempty"`
	Case   *caseResult  `json:",omitempty"`
	Probe  *probeResult `json:",omitempty"`
	Export *exported    `json:",omitempty"`
	Closed *string      `json:",omitempty"` // the device is closed; "" or the error
}

// exported is the outcome of an export.
type exported struct {
	Folders []string
	Error   string // "" if nothing failed
}

// step is what a worker process does next: a stage of a case, or a call of the driver.
type step struct {
	Iteration int    `json:",omitempty"` // counted from 1
	Stage     string `json:",omitempty"`
	Call      string `json:",omitempty"` // a Vulkan function
	Operation string `json:",omitempty"` // what it is called for, as errors name it
}

// server runs tasks in a worker process.
type server struct {
	comparer
	mutex sync.Mutex // pipelines may be compiled in other goroutines
	out   io.Writer
}

// Serve runs cases and probes for a test in another process: Options.Command starts the process
// that calls it. It reads tasks from in and writes results and steps to out, until in ends. open
// opens the device; trace is for vk.DeviceOptions. If in ends while a task runs, Serve returns an
// error at once, and the process should end.
func Serve(open func(trace func(call, operation string)) (*vk.Device, error), in io.Reader, out io.Writer) error {
	s := &server{out: out}
	s.notify = func(next step) { s.send(message{Step: &next}) }
	device, err := open(func(call, operation string) { s.notify(step{Call: call, Operation: operation}) })
	if err != nil {
		s.send(message{Error: err.Error()})
		return nil
	}
	s.device = device
	s.send(message{Ready: true})
	if err := child.Serve(in, s.run, s.send); err != nil {
		return err
	}
	closed := errorText(device.Close())
	s.send(message{Closed: &closed})
	return nil
}

// run runs a task and returns its result.
func (s *server) run(t task) message {
	ctx := context.Background() // the other process ends this one to interrupt it
	if t.Case == "" {
		all := probe.All()
		at := slices.IndexFunc(all, func(p probe.Probe) bool { return p.Name == t.Probe })
		r, _ := s.probe(ctx, all[at])
		return message{Probe: &r}
	}
	c, err := ParseCase(t.Case)
	if err != nil {
		return message{Case: &caseResult{Verdict: Failed, Error: err.Error()}}
	}
	if t.Export != nil {
		folders, err := s.export(ctx, c, *t.Export)
		return message{Export: &exported{folders, errorText(err)}}
	}
	r, _ := s.compare(ctx, c)
	return message{Case: &r}
}

// send writes a message. If the other process has ended, the input ends too.
func (s *server) send(m message) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	child.WriteMessage(s.out, m)
}

// errorText returns the text of an error, "" of none.
func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
