package conform

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/aco-vk/aco-vk/internal/child"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// Crash says how the process of a case ended, and what it did last.
type Crash struct {
	Signal string `json:"signal,omitempty"` // such as SIGSEGV; "" if there was none
	Status string `json:"status"`           // of the process, in the system's words
	// Call is the last Vulkan function that can crash or hang, and Operation what it was called
	// for.
	Call      string `json:"call,omitempty"`
	Operation string `json:"operation,omitempty"`
	// Modules are the shaders that the driver compiled or ran, and Pipelines these with their
	// specialization constants: one if the driver compiled it, all of the stage if it ran.
	Modules   []string `json:"modules,omitempty"`
	Pipelines []string `json:"pipelines,omitempty"`
	// Output is the end of the standard error: messages of the driver, and the stack of the Go
	// code that called it.
	Output []string `json:"output,omitempty"`
}

// crashError is an error of a process that ended outside of any case.
type crashError struct {
	verdict Verdict
	text    string
	crash   *Crash
}

func (e *crashError) Error() string { return e.text }

// problemOf returns the problem of an error outside of any case.
func problemOf(err error) Problem {
	if e := (*crashError)(nil); errors.As(err, &e) {
		return Problem{Verdict: e.verdict, Error: err.Error(), Crash: e.crash}
	}
	return Problem{Verdict: Failed, Error: err.Error()}
}

// createPipelines is the Vulkan function that compiles.
const createPipelines = "vkCreateComputePipelines"

// taskSteps is what a process has told of its task.
type taskSteps struct {
	iteration int
	stage     string // compared last
	last      step   // the last call
	created   map[string]int
	limit     time.Duration // not 0: the process was ended because its task took longer
}

// add adds a step.
func (t *taskSteps) add(s step) {
	if s.Call == "" {
		t.iteration, t.stage = s.Iteration, s.Stage
		return
	}
	t.last = s
	if s.Call == createPipelines {
		if t.created == nil {
			t.created = map[string]int{}
		}
		t.created[s.Operation]++
	}
}

// compiling returns the stage whose pipeline was being compiled, "" if none was.
func (t *taskSteps) compiling() string {
	var stage string
	// the comparison of stages begins when all pipelines are compiled
	if t.last.Call != createPipelines || t.stage != "" {
		return ""
	}
	if _, err := fmt.Sscanf(t.last.Operation, "create pipeline %q", &stage); err != nil {
		return ""
	}
	return stage
}

// pipelines returns the stage that the process was in when it ended, and the passes that it
// compiled or ran then.
func (t *taskSteps) pipelines(passes []passName) (stage string, suspects []passName) {
	compiling := t.compiling()
	stage = t.stage
	if compiling != "" {
		stage = compiling
	}
	for _, name := range passes {
		if name.Stage == stage && !slices.Contains(suspects, name) {
			suspects = append(suspects, name)
		}
	}
	// pipelines are created in the order of the passes
	if nth := t.created[t.last.Operation]; compiling != "" && len(suspects) > 0 {
		at := (nth - 1) % len(suspects)
		suspects = suspects[at : at+1]
	}
	return stage, suspects
}

// ended is the end of a process during a task.
type ended struct {
	child.End
	limits child.Limits
	steps  taskSteps
}

func (e *ended) verdict() Verdict {
	switch e.Cause {
	case child.Hung:
		return Hung
	case child.OutOfMemory:
		return OutOfMemory
	}
	return Crashed
}

// crash describes the end in a report.
func (e *ended) crash(suspects []passName) *Crash {
	last := e.steps.last
	c := &Crash{Signal: e.Signal, Status: e.Status, Call: last.Call, Operation: last.Operation, Output: e.Output}
	for _, s := range suspects {
		if !slices.Contains(c.Modules, s.Module) {
			c.Modules = append(c.Modules, s.Module)
		}
		c.Pipelines = append(c.Pipelines, s.Pipeline)
	}
	return c
}

// text describes the end in a sentence.
func (e *ended) text(suspects []passName) string {
	var text strings.Builder
	switch t := &e.steps; {
	case t.limit > 0:
		fmt.Fprintf(&text, "the case took longer than %v", t.limit)
	case e.Cause == child.Hung:
		fmt.Fprintf(&text, "%s for %v", e.Text(), e.limits.Silence)
	case e.Cause == child.OutOfMemory && e.Signal == "":
		fmt.Fprintf(&text, "%s: more than %s", e.Text(), pipeline.FormatBytes(e.limits.Memory))
	default:
		text.WriteString(e.Text())
	}
	names := make([]string, len(suspects))
	for i, s := range suspects {
		names[i] = s.Pipeline
	}
	switch {
	case e.steps.compiling() != "" && len(names) > 0:
		fmt.Fprintf(&text, " while the driver compiled pipeline %s", names[0])
	case len(names) > 0:
		fmt.Fprintf(&text, " while the driver ran %s", strings.Join(names, "; "))
	}
	if last := e.steps.last; last.Call != "" {
		fmt.Fprintf(&text, "; the last call was %s (%s)", last.Call, last.Operation)
	}
	return text.String()
}
