package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/serve/api"
	"github.com/aco-vk/aco-vk/serve/watch"
	"github.com/aco-vk/aco-vk/tsp/format"
)

// watchedRun is a run with a page on this machine.
type watchedRun struct {
	*watch.Run
	server *http.Server
	active atomic.Int32 // requests that are being answered; a page that is open has one
	seen   atomic.Int64 // when the last answer ended, in nanoseconds
	ended  time.Time    // the run
}

const (
	// quietTime is how long after its last answer a page is taken to have what it keeps.
	quietTime = 700 * time.Millisecond
	// lingerTime is how long pages have after the end of the run to fetch what they keep.
	lingerTime = 10 * time.Second
)

// watchRun serves the page of a run, and prints its address. stop ends the run early.
func (s *solveCommand) watchRun(
	c console, line *progressLine, input *format.Input, options aco.Options, stop func(),
) (*watchedRun, error) {
	shown := *input
	shown.Instance, shown.Ends = line.instance, options.Path
	if s.Start != "" {
		var err error
		if shown.Start, err = line.instance.City(s.Start); err != nil {
			return nil, err
		}
	}
	run, err := watch.New(watch.Options{Input: &shown, Devices: options.Devices, Bound: line.bound.Known, Stop: stop})
	if err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", anyPort)
	if err != nil {
		run.Close()
		return nil, err
	}
	w := &watchedRun{Run: run}
	handler := run.Handler()
	w.server = api.NewServer(http.HandlerFunc(func(to http.ResponseWriter, r *http.Request) {
		w.active.Add(1)
		defer func() {
			w.seen.Store(time.Now().UnixNano())
			w.active.Add(-1)
		}()
		handler.ServeHTTP(to, r)
	}))
	go w.server.Serve(listener)
	fmt.Fprintf(c.messages, "aco-vk: watch the run at http://%s%s\n", listener.Addr(), run.Path())
	return w, nil
}

// finish shows the end of the run.
func (w *watchedRun) finish(result *aco.Result, err error) {
	if w == nil {
		return
	}
	w.Finish(result, err)
	w.ended = time.Now()
}

// close ends the server after pages that are open have fetched the tour and its files, which they
// keep.
func (w *watchedRun) close() {
	if w == nil {
		return
	}
	for w.isVisited() && time.Since(w.ended) < lingerTime {
		time.Sleep(quietTime / 10)
	}
	ending, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if w.server.Shutdown(ending) != nil {
		w.server.Close()
	}
	w.Close()
}

// isVisited reports whether a page fetches something, or did so a moment ago.
func (w *watchedRun) isVisited() bool {
	return w.active.Load() > 0 || time.Since(time.Unix(0, w.seen.Load())) < quietTime
}
