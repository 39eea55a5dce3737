package client

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"net/http"
	"strconv"
	"strings"

	"github.com/aco-vk/aco-vk/serve/job"
)

// Events returns the events of a job, those before first, until it has ended, the context ends or
// the stream breaks; the last one is then an error. The range may end before.
func (c *Client) Events(ctx context.Context, id string) iter.Seq2[job.Event, error] {
	return func(yield func(job.Event, error) bool) {
		answer, err := c.do(ctx, request{path: jobPath(id) + "/events"})
		if err != nil {
			yield(job.Event{}, err)
			return
		}
		defer answer.Body.Close()
		if answer.StatusCode >= http.StatusBadRequest {
			text, err := io.ReadAll(answer.Body)
			if err == nil {
				err = problemOf(answer.StatusCode, text)
			}
			yield(job.Event{}, err)
			return
		}
		lines := bufio.NewReader(answer.Body)
		for {
			event, err := readEvent(lines)
			if err == io.EOF {
				return
			}
			if !yield(event, err) || err != nil {
				return
			}
		}
	}
}

// readEvent reads an event. The error is io.EOF at the end of the stream.
func readEvent(lines *bufio.Reader) (e job.Event, err error) {
	var data string
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return e, err
		}
		name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		switch {
		case name == "" && data != "":
			return e, decodeEvent(&e, data)
		case name == "id":
			if e.Sequence, err = strconv.ParseUint(value, 10, 64); err != nil {
				return e, fmt.Errorf("read events: %w", err)
			}
		case name == "event":
			e.Kind = job.EventKind(value)
		case name == "data":
			data = value
		}
	}
}

// decodeEvent decodes the data of an event. That of kind problem is an error.
func decodeEvent(e *job.Event, data string) error {
	if e.Kind == "problem" {
		p := &Problem{}
		if err := json.Unmarshal([]byte(data), p); err != nil {
			return fmt.Errorf("read events: %w", err)
		}
		return p
	}
	if err := json.Unmarshal([]byte(data), e); err != nil {
		return fmt.Errorf("read events: %w", err)
	}
	return nil
}
