package roads

import (
	"context"
	"fmt"
	"math"
	"sync"
	"time"

	"github.com/aco-vk/aco-vk/tsp/format"
)

// Options are the options of a table. The zero value asks for travel times, without a cache.
type Options struct {
	Measure  format.Measure                       // "": travel times
	Cache    string                               // folder of answers; "": none
	Progress func(done, all int)                  // called at the start and after each answer; nil: nobody
	Timeout  time.Duration                        // of a request; 0: a minute
	Pause    func(time.Duration) <-chan time.Time // between tries; nil: time.After
}

// unknownOff stands for a distance to the road that a server does not say.
const unknownOff = -1

const (
	// atOnce is the number of requests at one time: a server on a small machine has so many
	// threads.
	atOnce = 4
	// defaultTimeout is the time that a server has for a request. The largest take seconds.
	defaultTimeout = time.Minute
	// mostPlaces is the size of the largest matrix of an instance.
	mostPlaces = 46_340
)

func (o Options) withDefaults() Options {
	if o.Measure == "" {
		o.Measure = format.Duration
	}
	if o.Timeout == 0 {
		o.Timeout = defaultTimeout
	}
	if o.Progress == nil {
		o.Progress = func(int, int) {}
	}
	if o.Pause == nil {
		o.Pause = time.After
	}
	return o
}

// batch is a part of a table: its rows and its columns are ranges of places.
type batch struct {
	places             []format.Location // all of the table
	measure            format.Measure
	from, to           int // rows
	columnsFrom, until int // columns
}

// coordinates returns the places of a request, the sources first.
func (b *batch) coordinates() []int {
	if b.isSquare() {
		return b.rows()
	}
	return append(b.rows(), b.columns()...)
}

func (b *batch) rows() []int { return numbers(b.from, b.to) }

func (b *batch) columns() []int { return numbers(b.columnsFrom, b.until) }

// numbers returns the whole numbers from..to-1.
func numbers(from, to int) []int {
	list := make([]int, 0, to-from)
	for i := from; i < to; i++ {
		list = append(list, i)
	}
	return list
}

// isSquare reports whether sources and destinations are the same places.
func (b *batch) isSquare() bool { return b.from == b.columnsFrom && b.to == b.until }

// isOnePlace reports whether a batch is the leg of a place to itself, which is 0. Servers refuse
// requests of one place.
func (b *batch) isOnePlace() bool { return b.isSquare() && b.to-b.from == 1 }

// halves returns the two parts of a batch, nil if it is a single leg.
func (b *batch) halves() []*batch {
	first, second := *b, *b
	switch rows, columns := b.to-b.from, b.until-b.columnsFrom; {
	case rows == 1 && columns == 1:
		return nil
	case rows >= columns:
		first.to = b.from + rows/2
		second.from = first.to
	default:
		first.until = b.columnsFrom + columns/2
		second.columnsFrom = first.until
	}
	return []*batch{&first, &second}
}

// answer is what a server says of a batch.
type answer struct {
	legs [][]float64        // by row and column of the batch; +Inf: there is no way
	at   []*format.Location // of the rows, nil where there is no road; nil: the server does not say
}

// table collects the answers.
type table struct {
	server  *Server
	options Options
	places  []format.Location
	client  *client

	lock      sync.Mutex
	roads     *format.Roads
	done, all int // requests
}

// Table returns the travel times or distances between places. It asks for them in parts, which a
// server takes, several at a time, and asks again when the server is busy. Answers are kept in the
// cache for a day. The error is an [*Error] or, when the context ends, its cause.
func (s *Server) Table(ctx context.Context, places []format.Location, o Options) (*format.Roads, error) {
	if len(places) > mostPlaces {
		return nil, &Error{Kind: TooLarge, Server: s.String(), Place: noPlace,
			Message: fmt.Sprintf("%d, and the largest matrix has %d", len(places), mostPlaces)}
	}
	o = o.withDefaults()
	entry := s.cacheEntry(places, o)
	if roads := entry.read(len(places)); roads != nil {
		return s.named(roads, o.Measure), nil
	}
	t := &table{server: s, options: o, places: places, client: newClient(o)}
	t.roads = &format.Roads{At: make([]format.Location, len(places))}
	for i := range places {
		t.roads.Legs = append(t.roads.Legs, make([]float64, len(places)))
		t.roads.At[i] = places[i]
		t.roads.At[i].Off = unknownOff
	}
	if err := t.fill(ctx); err != nil {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		return nil, err
	}
	entry.write(t.roads)
	return s.named(t.roads, o.Measure), nil
}

// named sets what the server does not say itself.
func (s *Server) named(r *format.Roads, measure format.Measure) *format.Roads {
	r.Name, r.Unit, r.InOrder = s.String(), "s", true
	if measure == format.Distance {
		r.Unit = "m"
	}
	return r
}

// fill asks for the whole table. The first part tells how large the others may be.
func (t *table) fill(ctx context.Context) error {
	n := len(t.places)
	size := max(min(t.server.api.size(), n), 1)
	first := &batch{places: t.places, measure: t.options.Measure, to: size, until: size}
	for {
		t.all = parts(n, size) * parts(n, size)
		t.options.Progress(0, t.all)
		err := t.ask(ctx, first)
		if err == nil {
			break
		}
		if !isTooLarge(err) || size == 1 {
			return err
		}
		size = (size + 1) / 2
		first.to, first.until = size, size
	}
	var rest []*batch
	for from := 0; from < n; from += size {
		for column := 0; column < n; column += size {
			b := *first
			b.from, b.to, b.columnsFrom, b.until = from, min(from+size, n), column, min(column+size, n)
			if from > 0 || column > 0 {
				rest = append(rest, &b)
			}
		}
	}
	return t.askAll(ctx, rest)
}

// parts returns the number of parts of n places.
func parts(n, size int) int { return (n + size - 1) / size }

// askAll asks for several parts, some of them at once. It ends with the first error.
func (t *table) askAll(ctx context.Context, list []*batch) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	work := make(chan *batch)
	var workers sync.WaitGroup
	for range min(atOnce, len(list)) {
		workers.Go(func() {
			for b := range work {
				if err := t.askWithin(ctx, b); err != nil {
					cancel(err)
				}
			}
		})
	}
	for _, b := range list {
		select {
		case work <- b:
			continue
		case <-ctx.Done():
		}
		break
	}
	close(work)
	workers.Wait()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return nil
}

// askWithin asks for a part, in halves if the server refuses the whole.
func (t *table) askWithin(ctx context.Context, b *batch) error {
	err := t.ask(ctx, b)
	halves := b.halves()
	if !isTooLarge(err) || halves == nil {
		return err
	}
	t.lock.Lock()
	t.all++
	t.lock.Unlock()
	for _, half := range halves {
		if err := t.askWithin(ctx, half); err != nil {
			return err
		}
	}
	return nil
}

// ask asks for a part and puts the answer in the table.
func (t *table) ask(ctx context.Context, b *batch) error {
	a := &answer{}
	if !b.isOnePlace() {
		var err error
		if a, err = t.client.ask(ctx, t.server, b); err != nil {
			return err
		}
	}
	t.lock.Lock()
	defer t.lock.Unlock()
	for i, row := range a.legs {
		copy(t.roads.Legs[b.from+i][b.columnsFrom:b.until], row)
		if a.at != nil && a.at[i] != nil {
			t.roads.At[b.from+i] = *a.at[i]
		}
	}
	t.done++
	t.options.Progress(t.done, t.all)
	return nil
}

// legsOf returns a leg of a matrix whose null is nil: +Inf where there is no way.
func legsOf(rows [][]*float64, b *batch) ([][]float64, bool) {
	legs := make([][]float64, 0, len(rows))
	for _, row := range rows {
		if len(row) != b.until-b.columnsFrom {
			return nil, false
		}
		own := make([]float64, len(row))
		for j, leg := range row {
			switch {
			case leg == nil:
				own[j] = math.Inf(1)
			case !(*leg >= 0):
				return nil, false
			default:
				own[j] = *leg
			}
		}
		legs = append(legs, own)
	}
	return legs, len(rows) == b.to-b.from
}
