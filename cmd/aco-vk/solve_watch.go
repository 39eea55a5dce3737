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
	seen   atomic.Int64 // when the last request came, in nanoseconds
}

const (
	// lingerTime is how long a page has after the end of the run to fetch the last tour.
	lingerTime = 2 * time.Second
	// visitorTime is how long ago the last request of a visitor is at most: the page asks every
	// 1.5 s.
	visitorTime = 4 * time.Second
)

// watchRun serves the page of a run, and prints its address. stop ends the run early.
func watchRun(
	c console, line *progressLine, input *format.Input, options aco.Options, stop func(),
) (*watchedRun, error) {
	shown := *input
	shown.Instance, shown.Ends = line.instance, options.Path
	run, err := watch.New(watch.Options{Input: &shown, Devices: options.Devices, Bound: line.bound.known, Stop: stop})
	if err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", anyPort)
	if err != nil {
		return nil, err
	}
	w := &watchedRun{Run: run}
	handler := run.Handler()
	w.server = api.NewServer(http.HandlerFunc(func(to http.ResponseWriter, r *http.Request) {
		w.seen.Store(time.Now().UnixNano())
		handler.ServeHTTP(to, r)
	}))
	go w.server.Serve(listener)
	fmt.Fprintf(c.messages, "aco-vk: watch the run at http://%s%s\n", listener.Addr(), run.Path())
	return w, nil
}

// end shows the end of the run. Visitors have a moment to fetch the last tour.
func (w *watchedRun) end(result *aco.Result, err error) {
	if w == nil {
		return
	}
	w.Finish(result, err)
	if time.Since(time.Unix(0, w.seen.Load())) < visitorTime {
		time.Sleep(lingerTime)
	}
	ending, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if w.server.Shutdown(ending) != nil {
		w.server.Close()
	}
}
