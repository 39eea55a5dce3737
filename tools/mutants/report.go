package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"
)

// outcome says which tests found a mutant.
type outcome struct {
	mutant
	found string        // the name of the tests; empty: the mutant survived
	took  time.Duration // until it was found or had survived, with building
}

func newOutcome(m mutant, found string, started time.Time) *outcome {
	return &outcome{m, found, time.Since(started)}
}

// reasonsFile has the reasons why mutants survive.
const reasonsFile = "tools/mutants/reasons.json"

// reason says why a mutant survives. Hidden means that no test on a software device can find it:
// it computes the same, or only other devices compute something else.
type reason struct {
	mutant
	Reason string `json:"reason"`
	Hidden bool   `json:"hidden"`
}

// readReasons returns the reasons by mutant.
func readReasons() (map[mutant]reason, error) {
	text, err := os.ReadFile(reasonsFile)
	if err != nil {
		return nil, err
	}
	var list []reason
	if err := json.Unmarshal(text, &list); err != nil {
		return nil, fmt.Errorf("%s: %w", reasonsFile, err)
	}
	reasons := map[mutant]reason{}
	for _, r := range list {
		reasons[r.key()] = r
	}
	return reasons, nil
}

// report writes outcomes as a table.
type report struct {
	lock                    sync.Mutex
	out                     io.Writer
	reasons                 map[mutant]reason
	bugs, survivors, hidden int // hidden: survivors that no software device shows
}

func newReport(out io.Writer, reasons map[mutant]reason) *report {
	fmt.Fprint(out, "| place | rule | line | with the bug | found by | s |\n|---|---|---|---|---|---|\n")
	return &report{out: out, reasons: reasons}
}

// add writes an outcome.
func (r *report) add(o *outcome) {
	r.lock.Lock()
	defer r.lock.Unlock()
	r.bugs++
	found := o.found
	if found == "" {
		r.survivors++
		why, known := r.reasons[o.key()]
		switch {
		case !known:
			found = "**nothing**: not explained"
		case why.Hidden:
			r.hidden++
			found = "nothing, and no software device can: " + why.Reason
		default:
			found = "**nothing**: " + why.Reason
		}
	}
	fmt.Fprintf(r.out, "| %s:%d | %s | %s | %s | %s | %.0f |\n", o.File, o.Line, o.Rule, code(o.Before), code(o.After), found,
		o.took.Seconds())
}

// summary writes how many bugs survived.
func (r *report) summary() {
	visible := r.bugs - r.hidden
	fmt.Fprintf(r.out, "\n%d of %d bugs survived. %d of them no software device can show. Of the other %d bugs, %.1f%% survived.\n",
		r.survivors, r.bugs, r.hidden, visible, 100*float64(r.survivors-r.hidden)/float64(max(1, visible)))
}

// code returns a line as code in a cell of a table.
func code(line string) string {
	if line == "" {
		return "(nothing)"
	}
	quote := "`"
	if strings.Contains(line, quote) {
		quote = "``"
	}
	return quote + strings.ReplaceAll(line, "|", `\|`) + quote
}
