package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os/exec"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/aco-vk/aco-vk/internal/child"
)

// Processes is a Decoder of child processes. A process that exceeds its budget, or whose request
// ends, is killed; a crash costs one request.
type Processes struct {
	command func() *exec.Cmd // whose process calls ServeDecoder
	budget  Budget           // without the share of the input
	count   processCounts

	mu   sync.Mutex
	idle []*child.Process
}

// processCounts are numbers of processes since the start of the server.
type processCounts struct{ started, crashed, large, slow atomic.Uint64 }

// mostIdle is the number of processes that wait for work.
const mostIdle = 4

// NewProcesses returns a decoder whose processes command starts, when they are first needed.
func NewProcesses(command func() *exec.Cmd, budget Budget) *Processes {
	return &Processes{command: command, budget: budget}
}

// work is a request to a process, and done its answer. One field is set beside the budget.
type (
	work struct {
		Budget    Budget     `json:"budget"`
		Upload    *Upload    `json:"upload,omitempty"`
		Rendering *Rendering `json:"rendering,omitempty"`
	}
	done struct {
		Decoded *Decoded `json:"decoded,omitempty"`
		Content *Content `json:"content,omitempty"`
		Problem *problem `json:"problem,omitempty"`
	}
)

// Decode implements Decoder.
func (p *Processes) Decode(ctx context.Context, from Upload) (Decoded, error) {
	answer, err := p.do(ctx, work{Upload: &from, Budget: p.budget.ofUpload(&from)})
	if err != nil || answer.Decoded == nil {
		return Decoded{}, orNoAnswer(err)
	}
	return *answer.Decoded, nil
}

// Render implements Decoder.
func (p *Processes) Render(ctx context.Context, of Rendering) (Content, error) {
	answer, err := p.do(ctx, work{Rendering: &of, Budget: p.budget.ofRendering(&of)})
	if err != nil || answer.Content == nil {
		return Content{}, orNoAnswer(err)
	}
	return *answer.Content, nil
}

// orNoAnswer returns the error of a process that has given another answer than it was asked for.
func orNoAnswer(err error) error {
	if err == nil {
		err = errors.New("the process that decodes gave no answer")
	}
	return err
}

// do lets a process do some work. A process that has failed is not used again.
func (p *Processes) do(ctx context.Context, w work) (answer done, err error) {
	process, err := p.take()
	if err != nil {
		return answer, fmt.Errorf("decode: %w", err)
	}
	process.SetLimits(w.Budget.limits())
	if answer, err = exchange(ctx, process, w); err != nil {
		if !errors.Is(err, child.ErrEnded) {
			process.Kill()
		}
		return answer, p.failed(ctx, process.Wait(), w.Budget, err)
	}
	p.release(process)
	if answer.Problem != nil {
		return answer, answer.Problem
	}
	return answer, nil
}

// exchange sends a request to a process and returns its answer: the first line that is not empty. The
// process is killed when the context or the time of the budget ends, also while it does not read the
// request.
func exchange(ctx context.Context, process *child.Process, w work) (answer done, err error) {
	ctx, end := context.WithTimeout(ctx, w.Budget.Time)
	defer end()
	stop := context.AfterFunc(ctx, process.Kill)
	var line []byte
	for err = process.SendMessage(w); err == nil && len(line) == 0; {
		line, err = process.Receive(ctx)
	}
	if err == nil {
		err = json.Unmarshal(line, &answer)
	}
	if !stop() {
		err = context.Cause(ctx) // it is killed, even if it has answered
	}
	return answer, err
}

// failed returns the error of a process that has ended without an answer, by what exchange found.
func (p *Processes) failed(ctx context.Context, end child.End, within Budget, found error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	cause := end.Cause
	if errors.Is(found, context.DeadlineExceeded) {
		cause = child.Hung
	}
	switch cause {
	case child.Hung:
		p.count.slow.Add(1)
		return refuse(http.StatusUnprocessableEntity, "too-large",
			fmt.Sprintf("to read the input takes more than %v; give fewer places, or a simpler file", within.Time))
	case child.OutOfMemory:
		p.count.large.Add(1)
		if end.Signal != "" { // other processes may have taken the memory
			return refuse(http.StatusServiceUnavailable, "memory",
				"the system has ended the process that reads the input, because it needs memory; try again later")
		}
		return refuse(http.StatusUnprocessableEntity, "too-large", fmt.Sprintf(
			"to read the input takes more than %d MB of memory; give fewer places, or a simpler file", within.Memory>>20))
	}
	p.count.crashed.Add(1)
	failure := refuse(http.StatusInternalServerError, "decoder",
		"the process that reads inputs failed; the log of the server says why, under the id of this request")
	failure.cause = found.Error() + ": " + end.Text() + ": " + strings.Join(end.Output, "; ")
	return failure
}

// take returns a process that waits for work, or a new one.
func (p *Processes) take() (*child.Process, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for last := len(p.idle) - 1; last >= 0; last-- {
		process := p.idle[last]
		p.idle = p.idle[:last]
		if !process.HasEnded() {
			return process, nil
		}
		end(process)
	}
	p.count.started.Add(1)
	return child.Start(p.command(), p.budget.limits())
}

// release lets a process wait for more work, or end.
func (p *Processes) release(process *child.Process) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.idle) < mostIdle {
		p.idle = append(p.idle, process)
		return
	}
	end(process)
}

// Close ends the processes that wait for work.
func (p *Processes) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, process := range p.idle {
		end(process)
	}
	p.idle = nil
}

func end(process *child.Process) {
	process.Kill()
	go process.Wait()
}

// ServeDecoder does the work of a process of Processes: in and out are its standard input and
// output. It returns when the input ends, with an error if there is work then.
func ServeDecoder(in io.Reader, out io.Writer) error {
	return child.Serve(in, func(w work) done { return w.do() }, func(answer done) {
		tidy() // first: the next work may have a smaller budget
		child.WriteMessage(out, answer)
	})
}

// do does the work in this process.
func (w *work) do() (answer done) {
	ctx := context.Background()                          // a request that ends kills the process
	debug.SetMemoryLimit(int64(w.Budget.Memory / 4 * 3)) // near it garbage is collected more often
	var err error
	switch {
	case w.Upload != nil:
		var d Decoded
		d, err = InProcess{}.Decode(ctx, *w.Upload)
		answer.Decoded = &d
	case w.Rendering != nil:
		var c Content
		c, err = InProcess{}.Render(ctx, *w.Rendering)
		answer.Content = &c
	default:
		err = errors.New("the request is empty")
	}
	if err != nil {
		return done{Problem: problemOf(err)}
	}
	return answer
}

// tidyHeap is the size of a heap that is given back to the system after the work.
const tidyHeap = 64 << 20

// tidy gives the memory of large work back, since the process may wait for long.
func tidy() {
	var now runtime.MemStats
	runtime.ReadMemStats(&now)
	if now.HeapSys-now.HeapReleased > tidyHeap {
		debug.FreeOSMemory()
	}
}
