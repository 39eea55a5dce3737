package experiment

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
)

// State is what is left of an experiment.
type State struct {
	Runs  []Run          // of the plan
	Rows  map[string]Row // by the ID of a run: the last row of it
	Other []Row          // rows of runs that the plan does not have
	// Foreign are rows that another program has made. They are no rows of the runs.
	Foreign []Row
	Left    []Run // runs that have no row, or one that failed
	methods map[methodKey]string
}

// methodKey is what the runs have in common that one method has to make.
type methodKey struct {
	configuration, instance string
	limit                   Limit
}

// Add adds the row of a run. It refuses one by another method than the rows that are there: where the
// program chooses the method, another device may have another choice. The error is an [*Error].
func (s *State) Add(row Row, file string) error {
	key := methodKey{row.Configuration, row.Instance, row.Limit}
	if ran := s.methods[key]; !row.Failed() && ran != row.Method && ran != "" {
		return &Error{File: file, Reason: fmt.Sprintf(
			"%s on %s was %s in earlier rows and is %s now, on %s; name the algorithm in the plan, or write the rows to another file",
			row.Configuration, row.Instance, ran, row.Method, row.Device)}
	}
	if !row.Failed() {
		s.methods[key] = row.Method
	}
	s.Rows[row.ID] = row
	return nil
}

// Compare finds what is left of the runs for a program (Row.Program). It refuses rows of an instance
// whose cities have changed, and rows of one configuration by two methods ([State.Add]).
func Compare(runs []Run, rows []Row, program, file string) (*State, error) {
	s := &State{Runs: runs, Rows: map[string]Row{}, methods: map[methodKey]string{}}
	planned, hashes := map[string]bool{}, map[string]string{}
	for _, run := range runs {
		planned[run.ID] = true
		hashes[run.Instance.Name] = run.Instance.SHA256
	}
	for _, row := range rows {
		if hash := hashes[row.Instance]; hash != "" && hash != row.InstanceSHA256 {
			return nil, &Error{File: file, Reason: fmt.Sprintf(
				"the instance %s has changed: its rows are of the cities with SHA-256 %.16s…, and now it is %.16s…; restore it, or write the rows to another file",
				row.Instance, row.InstanceSHA256, hash)}
		}
		if !planned[row.ID] {
			s.Other = append(s.Other, row)
			continue
		}
		if row.Program != program {
			s.Foreign = append(s.Foreign, row)
			continue
		}
		if earlier, found := s.Rows[row.ID]; !found || earlier.Failed() {
			if err := s.Add(row, file); err != nil {
				return nil, err
			}
		}
	}
	for _, run := range runs {
		if row, found := s.Rows[run.ID]; !found || row.Failed() {
			s.Left = append(s.Left, run)
		}
	}
	return s, nil
}

// Sorted returns the rows in the order of the plan, with the plan's names and numbers, and the rows of
// other programs and other runs after them.
func (s *State) Sorted(plan string) []Row {
	sorted := make([]Row, 0, len(s.Rows)+len(s.Foreign)+len(s.Other))
	for _, run := range s.Runs {
		if row, found := s.Rows[run.ID]; found {
			row.Plan, row.Run, row.Configuration, row.Instance = plan, run.Index, run.Configuration.Name, run.Instance.Name
			sorted = append(sorted, row)
		}
	}
	return slices.Concat(sorted, s.Foreign, s.Other)
}

// Solver solves a run on a device of its own. An error ends the experiment. A run that has no result is
// a row with an error.
type Solver func(context.Context, Run) (Row, error)

// Execute makes runs with several solvers at once, each one run at a time, and calls begin before and
// end after each run, one call at a time. When the context ends, the runs in progress end without a
// row, and the error is the context's. An error of end ends the experiment, too.
func Execute(
	ctx context.Context, runs []Run, solvers []Solver, begin func(Run), end func(Row) error,
) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var (
		lock    sync.Mutex
		working sync.WaitGroup
	)
	next := 0
	take := func() (run Run, ok bool) {
		lock.Lock()
		defer lock.Unlock()
		if next == len(runs) || ctx.Err() != nil {
			return run, false
		}
		next++
		begin(runs[next-1])
		return runs[next-1], true
	}
	for _, solve := range solvers {
		working.Go(func() {
			for {
				run, ok := take()
				if !ok {
					return
				}
				row, err := solve(ctx, run)
				if err == nil && ctx.Err() == nil {
					lock.Lock()
					err = end(row)
					lock.Unlock()
				}
				if err != nil {
					stop(err)
				}
			}
		})
	}
	working.Wait()
	return context.Cause(ctx)
}

// Estimate tells how long runs take, from rows of runs that are over.
type Estimate struct {
	pace map[paceKey]pace
}

// paceKey is what runs with about the same pace have in common. Cities is 0 for all instances.
type paceKey struct {
	configuration string
	limit         Limit
	cities        int
}

// pace is the time of runs, and the sum of their cities.
type pace struct {
	seconds float64
	cities  int
}

// Add adds a row.
func (e *Estimate) Add(row Row) {
	if row.Failed() {
		return
	}
	if e.pace == nil {
		e.pace = map[paceKey]pace{}
	}
	for _, cities := range []int{row.Cities, 0} {
		key := paceKey{row.Configuration, row.Limit, cities}
		p := e.pace[key]
		e.pace[key] = pace{p.seconds + row.Seconds, p.cities + row.Cities}
	}
}

// Seconds returns how long a number of runs takes with several solvers, and the number of runs for
// which nothing is known. The time of a run that only a clock ends is its limit. The time of others is
// the mean of finished runs with the same number of cities, else the mean of the configuration's runs
// by the number of cities.
func (e *Estimate) Seconds(runs []Run, solvers int) (seconds float64, unknown int) {
	for _, run := range runs {
		name := run.Configuration.Name
		p := cmp.Or(e.pace[paceKey{name, run.Limit, run.Instance.Cities}], e.pace[paceKey{name, run.Limit, 0}])
		switch {
		case p.cities == 0 && run.Limit == (Limit{Seconds: run.Limit.Seconds}):
			seconds += run.Limit.Seconds
		case p.cities == 0:
			unknown++
		default:
			seconds += p.seconds / float64(p.cities) * float64(run.Instance.Cities)
		}
	}
	return seconds / float64(max(1, min(solvers, len(runs)))), unknown
}
