package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/aco-vk/aco-vk/serve/job"
)

// events sends the events of a job until it has ended. A client that comes back with
// Last-Event-ID gets the events after that one. If none will follow, the answer has no content,
// which tells a browser not to come back.
func (s *service) events(w http.ResponseWriter, r *http.Request, j job.Job) error {
	var after uint64
	if text := r.Header.Get("Last-Event-ID"); text != "" {
		number, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			return refuse(http.StatusBadRequest, "header", "Last-Event-ID is not the id of an event")
		}
		after = number
	}
	release, err := s.intake.following.acquire(r)
	if err != nil {
		return err
	}
	defer release()
	ctx, stop := context.WithCancel(r.Context())
	defer stop()
	events, failed := s.follow(ctx, j.ID, after)

	stream := stream{w, http.NewResponseController(w), j}
	if j.State.Final() {
		first, ok := <-events
		if !ok {
			if err := <-failed; err != nil {
				return err
			}
			w.WriteHeader(http.StatusNoContent)
			return nil
		}
		stream.begin()
		if stream.send(first) != nil {
			return nil
		}
	} else {
		stream.begin()
	}
	heartbeat := time.NewTicker(s.options.Heartbeat)
	defer heartbeat.Stop()
	for {
		select {
		case event, ok := <-events:
			if !ok {
				stream.fail(<-failed)
				return nil
			}
			if stream.send(event) != nil {
				return nil
			}
		case <-heartbeat.C:
			if _, known := s.ownerOfToken(r); !known || stream.write(":\n\n") != nil {
				return nil
			}
		}
	}
}

// follow returns a channel of the events of a job. It is closed when the job has ended, after an
// error, and when the context ends. The second channel then has the error, or nil.
func (s *service) follow(ctx context.Context, id string, after uint64) (<-chan job.Event, <-chan error) {
	events, failed := make(chan job.Event), make(chan error, 1)
	go func() {
		defer close(failed)
		defer close(events)
		for event, err := range s.store.Events(ctx, id, after) {
			if err != nil {
				failed <- err
				return
			}
			select {
			case events <- event:
			case <-ctx.Done():
				return
			}
		}
	}()
	return events, failed
}

// eventTime bounds a write to a stream of events. A client that does not read for as long is dropped.
const eventTime = 10 * time.Second

// stream writes server-sent events.
type stream struct {
	w          http.ResponseWriter
	controller *http.ResponseController
	job        job.Job // whose events they are
}

// begin sends the headers. An error shows at the next write.
func (s *stream) begin() {
	s.w.Header().Set("Content-Type", "text/event-stream")
	s.w.Header().Set("Cache-Control", "no-store")
	s.w.WriteHeader(http.StatusOK)
	_ = s.controller.Flush()
}

func (s *stream) send(event job.Event) error {
	data, err := showEvent(s.job, event)
	if err != nil {
		return err
	}
	return s.write(fmt.Sprintf("id: %d\nevent: %s\ndata: %s\n\n", event.Sequence, event.Kind, data))
}

// fail sends the problem of an error as the last event; nil: there is none. The client has the
// status already.
func (s *stream) fail(err error) {
	if err == nil {
		return
	}
	p := *problemOf(err)
	p.Request = s.w.Header().Get(requestHeader)
	if data, err := json.Marshal(&p); err == nil {
		_ = s.write(fmt.Sprintf("event: problem\ndata: %s\n\n", data)) // the client may be gone
	}
}

func (s *stream) write(text string) error {
	if err := s.controller.SetWriteDeadline(time.Now().Add(eventTime)); err != nil &&
		!errors.Is(err, http.ErrNotSupported) {
		return err
	}
	if _, err := s.w.Write([]byte(text)); err != nil {
		return err
	}
	return s.controller.Flush()
}
