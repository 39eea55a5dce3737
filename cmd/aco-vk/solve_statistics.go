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

// csv returns the row as a line of CSV. What is not known is empty.
func (r statisticsRow) csv() []byte {
	line := strconv.AppendUint(nil, r.Seed, 10)
	for _, count := range []int64{r.Iteration, r.Colony, r.Tours, r.Best, r.IterationBest} {
		line = append(line, ',')
		if count != 0 {
			line = strconv.AppendInt(line, count, 10)
		}
	}
	for _, measure := range []*float64{
		r.Mean, r.Deviation, r.BranchingFactor, r.Entropy, r.Distance, r.PheromoneMin, r.PheromoneMax, r.DeviceS,
	} {
		line = append(line, ',')
		if measure != nil {
			line = appendMeasure(line, *measure)
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
		return usagef("--statistics-every: give --statistics a file, too, or leave the flag out")
	case s.Statistics != "" && !slices.Contains(statisticsSuffixes, suffixOf(s.Statistics)):
		return usagef("--statistics %s: the suffix is none of %s", s.Statistics, strings.Join(statisticsSuffixes, ", "))
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
		return nil, usagef("--statistics %s: %w", f.name, cause(err))
	}
	return f, nil
}

// open opens the file at its end if the run continues the rows of an earlier one, else it replaces it.
func (f *statisticsFile) open() (err error) {
	if f.resumed {
		lines, err := f.read()
		if err == nil {
			err = f.replace(lines)
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
		var lines []statisticsLine
		if lines, f.err = f.read(); f.err == nil {
			f.err = f.replace(lastOfEach(lines, result.Iterations))
		}
	}
	if f.err != nil {
		return fmt.Errorf("write %s: %w", f.name, cause(f.err))
	}
	return nil
}

// statisticsLine is a line of an existing file with the part of its row that tells lines apart.
type statisticsLine struct {
	Seed              uint64
	Iteration, Colony int64
	text              []byte
}

// lastOfEach returns the last line of each iteration and colony up to an iteration, in order.
func lastOfEach(lines []statisticsLine, iterations int) []statisticsLine {
	order := func(a, b statisticsLine) int {
		return cmp.Or(cmp.Compare(a.Seed, b.Seed), cmp.Compare(a.Iteration, b.Iteration), cmp.Compare(a.Colony, b.Colony))
	}
	slices.Reverse(lines)
	slices.SortStableFunc(lines, order)
	lines = slices.CompactFunc(lines, func(a, b statisticsLine) bool { return order(a, b) == 0 })
	return slices.DeleteFunc(lines, func(l statisticsLine) bool { return l.Iteration > int64(iterations) })
}

// read returns the lines of an existing file. The last line may be incomplete: whatever wrote it was
// killed.
func (f *statisticsFile) read() ([]statisticsLine, error) {
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
	var lines []statisticsLine
	for line := range bytes.Lines(text[:end]) {
		l, err := f.parse(line)
		if err != nil {
			return nil, fmt.Errorf("line %d of the existing file: %w; name another file", len(lines)+1, err)
		}
		lines = append(lines, l)
	}
	return lines, nil
}

func (f *statisticsFile) parse(line []byte) (l statisticsLine, err error) {
	l.text = line
	if f.json {
		if err = json.Unmarshal(line, &l); err == nil && l.Iteration < 1 {
			err = errors.New("it has no iteration")
		}
		return l, err
	}
	fields := strings.Split(string(line), ",")
	if want := 1 + strings.Count(statisticsHeader, ","); len(fields) != want {
		return l, fmt.Errorf("it has %d fields, not %d", len(fields), want)
	}
	var errs [3]error
	l.Seed, errs[0] = strconv.ParseUint(fields[0], 10, 64)
	l.Iteration, errs[1] = strconv.ParseInt(fields[1], 10, 64)
	l.Colony, errs[2] = strconv.ParseInt(cmp.Or(fields[2], "0"), 10, 64)
	return l, cmp.Or(errs[:]...)
}

// replace replaces the file by lines.
func (f *statisticsFile) replace(lines []statisticsLine) error {
	out, err := newOutput(console{}, f.name)
	if err != nil {
		return err
	}
	return out.write(func(w io.Writer) error {
		to := bufio.NewWriter(w)
		if !f.json {
			to.WriteString(statisticsHeader)
		}
		for _, l := range lines {
			to.Write(l.text)
		}
		return to.Flush() // with the first error
	})
}
