package child

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
)

// WriteMessage writes plain data as a line of JSON, in a child. Drivers may print to standard
// output, so the message has a line of its own even after a line that a driver did not end. A message
// that JSON cannot have is the text of the error, which is no answer. Errors of the output are ignored:
// if the parent has ended, the child's input ends too.
func WriteMessage(w io.Writer, message any) {
	text, err := json.Marshal(message)
	if err != nil {
		text = strconv.AppendQuote(nil, err.Error())
	}
	fmt.Fprintf(w, "\n%s\n", text)
}

// errNoParent is the error of Serve if the input ends while a task runs.
var errNoParent = errors.New("the process that waits for the result has ended")

// Serve runs the tasks that a parent sends with SendMessage, one after the other, until in ends, and
// sends their results. If in ends while a task runs, Serve returns an error at once, and the process
// should end.
func Serve[Task, Result any](in io.Reader, run func(Task) Result, send func(Result)) error {
	tasks := make(chan Task)
	go func() {
		defer close(tasks)
		for lines := bufio.NewReader(in); ; {
			line, err := lines.ReadBytes('\n')
			if err != nil {
				return
			}
			var next Task
			if json.Unmarshal(line, &next) == nil {
				tasks <- next
			}
		}
	}()
	for next := range tasks {
		done := make(chan Result, 1)
		go func() { done <- run(next) }()
		select {
		case result := <-done:
			send(result)
		case <-tasks: // the input has ended: there is no second task before the result of the first
			return errNoParent
		}
	}
	return nil
}

// SendMessage sends a task to a process that calls Serve, as a line of JSON. If the process has ended or has
// closed its input, ReceiveMessage finds it.
func (p *Process) SendMessage(task any) error {
	text, err := json.Marshal(task)
	if err == nil {
		_, _ = p.input.Write(append(text, '\n'))
	}
	return err
}

// ReceiveMessage returns the next message that is an answer. Others say what the process does next, and
// other lines are printed by a driver. It returns the errors of Receive.
func ReceiveMessage[Message any](ctx context.Context, p *Process, isAnswer func(Message) bool) (Message, error) {
	for {
		var m Message
		line, err := p.Receive(ctx)
		if err != nil {
			return m, err
		}
		if json.Unmarshal(line, &m) == nil && isAnswer(m) {
			return m, nil
		}
	}
}
