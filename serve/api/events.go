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
	events := s.follow(ctx, j.ID, after)

	stream := stream{w, http.NewResponseController(w), j}
	if j.State.Final() {
		first, ok := <-events
		switch {
		case !ok:
			w.WriteHeader(http.StatusNoContent)
			return nil
		case first.err != nil:
			return first.err
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
			if !ok || stream.send(event) != nil {
				return nil
			}
		case <-heartbeat.C:
			if _, known := s.ownerOfToken(r); !known || stream.write(":\n\n") != nil {
				return nil
			}
		}
	}
}

// followed is an event of a job, or the error after the last one.
type followed struct {
	job.Event
	err error
}

// follow returns a channel of the events of a job. It is closed when the job has ended, after an
// error, and when the context ends.
func (s *service) follow(ctx context.Context, id string, after uint64) <-chan followed {
	events := make(chan followed)
	go func() {
		defer close(events)
		for event, err := range s.store.Events(ctx, id, after) {
			select {
			case events <- followed{event, err}:
			case <-ctx.Done():
				return
			}
		}
	}()
	return events
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

// send sends an event. The problem of an error is the last one: the client has the status already.
func (s *stream) send(event followed) error {
	if event.err != nil {
		p := *problemOf(event.err)
		p.Request = s.w.Header().Get(requestHeader)
		data, err := json.Marshal(&p)
		if err != nil {
			return err
		}
		return s.write(fmt.Sprintf("event: problem\ndata: %s\n\n", data))
	}
	data, err := showEvent(s.job, event.Event)
	if err != nil {
		return err
	}
	return s.write(fmt.Sprintf("id: %d\nevent: %s\ndata: %s\n\n", event.Sequence, event.Kind, data))
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
