package main

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/aco-vk/aco-vk/aco"
)

// statisticsRow is a line of the file of --statistics, described in docs/files.md. Its JSON is a line
// of JSON Lines.
type statisticsRow struct {
	Seed            uint64   `json:"seed"`
	Iteration       int64    `json:"iteration"`
	Colony          int64    `json:"colony,omitempty"`
	Tours           int64    `json:"tours,omitempty"`
	Best            int64    `json:"best,omitempty"`
	IterationBest   int64    `json:"iteration_best,omitempty"`
	Mean            *float64 `json:"mean,omitempty"`
	Deviation       *float64 `json:"standard_deviation,omitempty"`
	BranchingFactor *float64 `json:"branching_factor,omitempty"`
	Entropy         *float64 `json:"entropy,omitempty"`
	Distance        *float64 `json:"distance,omitempty"`
	PheromoneMin    *float64 `json:"pheromone_min,omitempty"`
	PheromoneMax    *float64 `json:"pheromone_max,omitempty"`
	DeviceS         *float64 `json:"device_s,omitempty"`
}

const statisticsHeader = "seed,iteration,colony,tours,best,iteration_best,mean,standard_deviation," +
	"branching_factor,entropy,distance,pheromone_min,pheromone_max,device_s\n"

func newStatisticsRow(s aco.IterationStatistics) statisticsRow {
	row := statisticsRow{
		Seed: s.Seed, Iteration: int64(s.Iteration), Colony: int64(s.Colony), Tours: s.Tours, Best: s.Best, IterationBest: s.IterationBest,
	}
	if a := s.Ants; a != nil {
		row.Mean, row.Deviation, row.BranchingFactor, row.Entropy = &a.Mean, a.Deviation, &a.BranchingFactor, &a.Entropy
		row.Distance, row.PheromoneMin, row.PheromoneMax = a.Distance, &a.LeastPheromone, &a.MostPheromone
		row.DeviceS = new(a.DeviceTime.Seconds())
	}
	return row
}

// columns returns the fields after the seed, in the order of the header.
func (r *statisticsRow) columns() (counts []*int64, measures []**float64) {
	return []*int64{&r.Iteration, &r.Colony, &r.Tours, &r.Best, &r.IterationBest},
		[]**float64{&r.Mean, &r.Deviation, &r.BranchingFactor, &r.Entropy, &r.Distance, &r.PheromoneMin, &r.PheromoneMax,
			&r.DeviceS}
}

// csv returns the row as a line of CSV. What is not known is empty.
func (r statisticsRow) csv() []byte {
	line := strconv.AppendUint(nil, r.Seed, 10)
	counts, measures := r.columns()
	for _, count := range counts {
		line = append(line, ',')
		if *count != 0 {
			line = strconv.AppendInt(line, *count, 10)
		}
	}
	for _, measure := range measures {
		line = append(line, ',')
		if *measure != nil {
			line = appendMeasure(line, **measure)
		}
	}
	return append(line, '\n')
}

// appendMeasure appends a number in the shortest form that has its value, with an exponent only where
// JSON has one, too.
func appendMeasure(line []byte, measure float64) []byte {
	form := byte('f')
	if size := math.Abs(measure); size != 0 && (size < 1e-6 || size >= 1e21) {
		form = 'e'
	}
	return strconv.AppendFloat(line, measure, form, -1, 64)
}

// statisticsFile receives the rows of --statistics. A resumed run appends to an existing file.
type statisticsFile struct {
	name    string
	json    bool // JSON Lines, not CSV
	resumed bool
	every   int // iterations
	file    *os.File
	buffer  *bufio.Writer
	flushed time.Time
	err     error // the first one
}

// statisticsSuffixes say the format of a file of --statistics.
var statisticsSuffixes = []string{".csv", ".jsonl", ".ndjson"}

// checkStatistics returns an error for a file of --statistics that cannot be written.
func (s *solveCommand) checkStatistics(c console) error {
	switch {
	case s.Statistics == "" && s.StatisticsEvery != 0:
		return usageError{errors.New("--statistics-every: give --statistics a file, too, or leave the flag out")}
	case s.Statistics != "" && !slices.Contains(statisticsSuffixes, suffixOf(s.Statistics)):
		return usageError{fmt.Errorf("--statistics %s: the suffix is none of %s", s.Statistics,
			strings.Join(statisticsSuffixes, ", "))}
	}
	_, err := newOutput(c, s.Statistics)
	return err
}

// suffixOf returns the suffix of a file in lower case.
func suffixOf(name string) string { return strings.ToLower(filepath.Ext(name)) }

// newStatisticsFile opens the file of --statistics, nil if there is none.
func (s *solveCommand) newStatisticsFile() (*statisticsFile, error) {
	if s.Statistics == "" {
		return nil, nil
	}
	f := &statisticsFile{name: s.Statistics, json: suffixOf(s.Statistics) != ".csv", resumed: s.Resume != "", every: s.StatisticsEvery}
	if err := f.open(); err != nil {
		return nil, usageError{fmt.Errorf("--statistics %s: %w", f.name, cause(err))}
	}
	return f, nil
}

// open opens the file at its end if the run continues the rows of an earlier one, else it replaces it.
func (f *statisticsFile) open() (err error) {
	if f.resumed {
		rows, err := f.read()
		if err == nil {
			err = f.replace(rows)
		}
		if err == nil {
			f.file, err = os.OpenFile(f.name, os.O_WRONLY|os.O_APPEND, 0)
			f.buffer = bufio.NewWriter(f.file)
			return err
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	if f.file, err = os.Create(f.name); err != nil {
		return err
	}
	f.buffer = bufio.NewWriter(f.file)
	if !f.json {
		_, err = f.buffer.WriteString(statisticsHeader)
	}
	return err
}

// receive sets the options of a run so that the file receives its rows.
func (f *statisticsFile) receive(o *aco.Options) {
	if f == nil {
		return
	}
	o.Statistics, o.StatisticsEvery = f.add, f.every
}

// flushEvery is how much of a run that is killed the file may lack.
const flushEvery = time.Second

// add writes a row.
func (f *statisticsFile) add(s aco.IterationStatistics) {
	line, err := f.line(newStatisticsRow(s))
	if err == nil {
		_, err = f.buffer.Write(line)
	}
	if now := time.Now(); err == nil && now.Sub(f.flushed) >= flushEvery {
		err, f.flushed = f.buffer.Flush(), now
	}
	f.err = cmp.Or(f.err, err)
}

func (f *statisticsFile) line(row statisticsRow) ([]byte, error) {
	if !f.json {
		return row.csv(), nil
	}
	line, err := json.Marshal(row)
	return append(line, '\n'), err
}

// close writes what is left. The rows of a resumed run then replace those of the same iterations
// that an interrupted run has written after its last checkpoint, and those after the last iteration
// of the run.
func (f *statisticsFile) close(result *aco.Result) error {
	if f == nil {
		return nil
	}
	f.err = cmp.Or(f.err, f.buffer.Flush(), f.file.Close())
	if f.err == nil && f.resumed && result != nil {
		var rows []statisticsRow
		if rows, f.err = f.read(); f.err == nil {
			f.err = f.replace(lastOfEach(rows, result.Iterations))
		}
	}
	if f.err != nil {
		return fmt.Errorf("write %s: %w", f.name, cause(f.err))
	}
	return nil
}

// lastOfEach returns the last row of each iteration and colony up to an iteration, in order.
func lastOfEach(rows []statisticsRow, iterations int) []statisticsRow {
	order := func(a, b statisticsRow) int {
		return cmp.Or(cmp.Compare(a.Seed, b.Seed), cmp.Compare(a.Iteration, b.Iteration), cmp.Compare(a.Colony, b.Colony))
	}
	slices.Reverse(rows)
	slices.SortStableFunc(rows, order)
	rows = slices.CompactFunc(rows, func(a, b statisticsRow) bool { return order(a, b) == 0 })
	return slices.DeleteFunc(rows, func(r statisticsRow) bool { return r.Iteration > int64(iterations) })
}

// read returns the rows of an existing file. The last line may be incomplete: whatever wrote it was
// killed.
func (f *statisticsFile) read() ([]statisticsRow, error) {
	text, err := os.ReadFile(f.name)
	if err != nil {
		return nil, err
	}
	if !f.json {
		rest, found := bytes.CutPrefix(text, []byte(statisticsHeader))
		if !found && !bytes.HasPrefix([]byte(statisticsHeader), text) {
			return nil, errors.New("it exists, and is no file of statistics that the resumed run could continue; name another file")
		}
		text = rest
	}
	end := bytes.LastIndexByte(text, '\n') + 1
	var rows []statisticsRow
	for line := range bytes.Lines(text[:end]) {
		row, err := f.parse(bytes.TrimSpace(line))
		if err != nil {
			return nil, fmt.Errorf("line %d of the existing file: %w; name another file", len(rows)+1, err)
		}
		rows = append(rows, row)
	}
	return rows, nil
}

func (f *statisticsFile) parse(line []byte) (row statisticsRow, err error) {
	if f.json {
		return row, json.Unmarshal(line, &row)
	}
	fields := strings.Split(string(line), ",")
	counts, measures := row.columns()
	if len(fields) != 1+len(counts)+len(measures) {
		return row, fmt.Errorf("it has %d fields, not %d", len(fields), 1+len(counts)+len(measures))
	}
	row.Seed, err = strconv.ParseUint(fields[0], 10, 64)
	for i, count := range counts {
		if text := fields[1+i]; text != "" && err == nil {
			*count, err = strconv.ParseInt(text, 10, 64)
		}
	}
	for i, measure := range measures {
		if text := fields[1+len(counts)+i]; text != "" && err == nil {
			*measure = new(float64)
			**measure, err = strconv.ParseFloat(text, 64)
		}
	}
	return row, err
}

// replace replaces the file by rows.
func (f *statisticsFile) replace(rows []statisticsRow) error {
	out, err := newOutput(console{}, f.name)
	if err != nil {
		return err
	}
	return out.write(func(w io.Writer) error {
		lines := bufio.NewWriter(w)
		if !f.json {
			if _, err := lines.WriteString(statisticsHeader); err != nil {
				return err
			}
		}
		for _, row := range rows {
			line, err := f.line(row)
			if err == nil {
				_, err = lines.Write(line)
			}
			if err != nil {
				return err
			}
		}
		return lines.Flush()
	})
}
