package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/aco-vk/aco-vk/conform"
	"github.com/aco-vk/aco-vk/conform/results"
	"github.com/aco-vk/aco-vk/internal/jsonerror"
	"github.com/aco-vk/aco-vk/internal/scratch"
	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/vk"
)

// conformTest is the test of a device with its results.
type conformTest struct {
	report  *conform.Report
	results []results.Result
	summary bytes.Buffer // what was printed about it
}

// savedTest is the first line of a file with the results of an interrupted test: what is tested. A
// test is resumed by one that would have the same line.
type savedTest struct {
	Version, Shaders   string
	Device             vk.Info // a setting of the driver or --emulate can change its limits
	Perturbed, NoCache bool
	Names              []string
}

// conformFolder is the folder of --output.
type conformFolder struct {
	name  string
	saved *os.File // results so far
}

const (
	// savedName is the file with the results so far. It is removed at the end of a complete test.
	savedName   = "progress.jsonl"
	resultsName = "results.csv"
)

// openConformFolder creates the folder and the file with the results so far. If resume, it returns
// the results of the interrupted test.
func openConformFolder(name string, o conform.Options, names []string, resume bool) (
	*conformFolder, map[string]conform.Saved, error,
) {
	if err := os.MkdirAll(name, 0o777); err != nil {
		return nil, nil, usageError{err}
	}
	device := o.Device
	device.Index, device.Heaps = 0, nil // they depend on other devices and programs
	header, err := json.Marshal(savedTest{o.Version, shaders.SHA256, device, o.Perturbed, o.NoCache, names})
	if err != nil {
		return nil, nil, err
	}
	path := filepath.Join(name, savedName)
	var done map[string]conform.Saved
	if resume {
		if done, err = readSaved(path, header); err != nil {
			return nil, nil, err
		}
	}
	// A test that is killed here leaves the earlier results.
	folder := &conformFolder{name: name}
	if folder.saved, err = scratch.Create(path); err != nil {
		return nil, nil, usageError{err}
	}
	err = folder.line(json.RawMessage(header))
	for _, name := range names {
		if one, ok := done[name]; ok && err == nil {
			err = folder.record(one)
		}
	}
	if err = scratch.Install(folder.saved, path, err); err == nil {
		folder.saved, err = os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	}
	return folder, done, err
}

// readSaved returns the results of an interrupted test with this first line, none if there is no
// file. A last line that was not written to its end is ignored.
func readSaved(path string, header []byte) (map[string]conform.Saved, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		finished := filepath.Join(filepath.Dir(path), resultsName)
		if _, err := os.Stat(finished); err == nil {
			return nil, usagef("%s is of a finished test: test without --resume, or into another folder", finished)
		}
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	first, rest, _ := bytes.Cut(text, []byte("\n"))
	if !bytes.Equal(first, header) {
		return nil, usagef("%s is of another test (program, device, driver or cases): test without --resume, or into another folder", path)
	}
	done := map[string]conform.Saved{}
	for reader := bufio.NewReader(bytes.NewReader(rest)); ; {
		line, err := reader.ReadBytes('\n')
		if err == io.EOF {
			return done, nil
		}
		var one conform.Saved
		if err := json.Unmarshal(line, &one); err != nil {
			return nil, usagef("%s: %w", path, jsonerror.Explain(err, ""))
		}
		done[one.Name] = one
	}
}

// record adds a result. It is on the disk before the next one: a driver can take the system down.
func (f *conformFolder) record(one conform.Saved) error {
	if err := f.line(one); err != nil {
		return err
	}
	return f.saved.Sync()
}

func (f *conformFolder) line(value any) error { return json.NewEncoder(f.saved).Encode(value) }

// write writes the files of the test. f may be nil.
func (f *conformFolder) write(c console, t *conformTest, repeat func(string) string) error {
	if f == nil {
		return nil
	}
	all := f.saved.Close()
	for name, fill := range map[string]func(io.Writer) error{
		resultsName:    func(w io.Writer) error { return results.WriteCSV(w, t.results) },
		"failures.csv": func(w io.Writer) error { return results.WriteFailures(w, t.results) },
		"junit.xml":    func(w io.Writer) error { return results.WriteJUnit(w, "aco-vk", repeat, t.results) },
		"results.tap":  func(w io.Writer) error { return results.WriteTAP(w, t.results) },
		"report.json":  t.report.WriteJSON,
		"report.html":  func(w io.Writer) error { return conform.WriteHTML(w, []*conform.Report{t.report}, repeat) },
		"summary.txt":  func(w io.Writer) error { _, err := w.Write(t.summary.Bytes()); return err },
	} {
		all = errors.Join(all, writeIn(c, f.name, name, fill))
	}
	if all == nil && t.report.Complete {
		return os.Remove(f.saved.Name())
	}
	return all
}

// printResults prints the numbers of results, and what is better than expected: the report has all
// else.
func printResults(out io.Writer, all []results.Result) {
	fmt.Fprintf(out, "results: %s\n", results.Counts(all))
	printed := 0
	for _, r := range results.Unexpected(all) {
		if !r.Status.Improved() {
			continue
		}
		if printed++; printed > maxPrintedProblems {
			fmt.Fprintln(out, "and more; failures.csv has all")
			return
		}
		fmt.Fprintf(out, "%s: %s\n", r.Status, r.Name)
	}
}
