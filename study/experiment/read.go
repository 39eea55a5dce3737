package experiment

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
)

// An Error says why a file of rows, a report or a plan cannot be used.
type Error struct {
	File   string // its name
	Line   int    // from 1; 0: the file as a whole
	Reason string // what is wrong and what to do
}

// Error returns "file, line 3: reason".
func (e *Error) Error() string {
	if e.Line > 0 {
		return fmt.Sprintf("%s, line %d: %s", e.File, e.Line, e.Reason)
	}
	return e.File + ": " + e.Reason
}

// MaxBytes is the largest file of rows that is read.
const MaxBytes = 4 << 30

// ReadFile reads a file as [ReadRows] does.
func ReadFile(name string) ([]Row, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return ReadRows(file, name)
}

// ReadRows reads a file of rows, or a report of a run, which has a row for each of its seeds. A last
// line that has no end because a program was killed while it wrote the line is left out. name is the
// file's name in messages. The error is an [*Error], or the reader's.
func ReadRows(r io.Reader, name string) ([]Row, error) {
	text, err := io.ReadAll(io.LimitReader(r, MaxBytes+1))
	if err != nil {
		return nil, err
	}
	if len(text) > MaxBytes {
		return nil, errTooLarge(name)
	}
	if isReport(text) {
		return readReport(text, name)
	}
	rows, _, err := parseRows(text, name)
	return rows, err
}

func errTooLarge(name string) error {
	return &Error{File: name, Reason: fmt.Sprintf("the file has more than %d bytes; split it", int64(MaxBytes))}
}

// parseRows reads rows, and returns the number of bytes of the lines that are whole.
func parseRows(text []byte, name string) (rows []Row, whole int, err error) {
	for number := 1; whole < len(text); number++ {
		line, _, ended := bytes.Cut(text[whole:], []byte("\n"))
		if trimmed := bytes.TrimSpace(line); len(trimmed) > 0 {
			var row Row
			err := json.Unmarshal(trimmed, &row)
			if err != nil && !ended && isTorn(trimmed) {
				return rows, whole, nil
			}
			if err != nil {
				return nil, 0, &Error{name, number, fmt.Sprintf(
					"this is not a row of an experiment, nor is the file a JSON report of a run: %v", err)}
			}
			rows = append(rows, row)
		}
		if whole += len(line); ended {
			whole++
		}
	}
	return rows, whole, nil
}

// isTorn reports whether a text is the beginning of a row, without its end.
func isTorn(text []byte) bool {
	const first = `{"schema":`
	return bytes.HasPrefix(text, []byte(first[:min(len(first), len(text))])) && !json.Valid(text)
}

// isReport reports whether the first JSON value is an object whose instance is an object, too.
func isReport(text []byte) bool {
	var first struct {
		Instance json.RawMessage `json:"instance"`
	}
	if json.NewDecoder(bytes.NewReader(text)).Decode(&first) != nil {
		return false
	}
	return bytes.HasPrefix(first.Instance, []byte("{"))
}
