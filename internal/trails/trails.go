// Package trails writes and reads files of pheromone: arrays of NumPy (.npy) and CSV. Both have a
// record for each edge, with the fields of Record.
package trails

import (
	"bufio"
	"encoding/binary"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// Record is the pheromone of an edge after an iteration of a colony. All numbers count from 1.
type Record struct {
	Iteration, Colony, From, To uint32
	Pheromone                   float64
}

const (
	csvHeader = "iteration,colony,from,to,pheromone"
	// npyMagic begins a file of format version 1.0 (NumPy Enhancement Proposal 1), with two bytes for
	// the length of the header.
	npyMagic   = "\x93NUMPY\x01\x00"
	npyHeader  = "{'descr': [('iteration', '<u4'), ('colony', '<u4'), ('from', '<u4'), ('to', '<u4'), ('pheromone', '<f8')], 'fortran_order': False, 'shape': (%d,), }"
	headerEnd  = 256 // of the file: a multiple of 64, with room for any number of records
	recordSize = 24  // bytes
)

// Writer writes records. After the last record, call Close.
type Writer struct {
	to      io.WriteSeeker
	buffer  *bufio.Writer
	npy     bool
	records int
}

// NewWriter returns a writer of an array of NumPy or of CSV.
func NewWriter(to io.WriteSeeker, npy bool) (*Writer, error) {
	w := &Writer{to: to, buffer: bufio.NewWriter(to), npy: npy}
	if npy {
		return w, w.writeHeader()
	}
	_, err := w.buffer.WriteString(csvHeader + "\n")
	return w, err
}

// writeHeader writes the header of an array, with the number of records so far.
func (w *Writer) writeHeader() error {
	header := fmt.Appendf(nil, npyHeader, w.records)
	length := headerEnd - len(npyMagic) - 2
	file := append([]byte(npyMagic), byte(length&0xFF), byte(length>>8))
	file = append(file, header...)
	file = append(file, strings.Repeat(" ", headerEnd-1-len(file))+"\n"...)
	_, err := w.buffer.Write(file)
	return err
}

// Write writes a record.
func (w *Writer) Write(r Record) error {
	w.records++
	line := make([]byte, 0, 64)
	if w.npy {
		for _, number := range []uint32{r.Iteration, r.Colony, r.From, r.To} {
			line = binary.LittleEndian.AppendUint32(line, number)
		}
		line = binary.LittleEndian.AppendUint64(line, math.Float64bits(r.Pheromone))
	} else {
		for _, number := range []uint32{r.Iteration, r.Colony, r.From, r.To} {
			line = append(strconv.AppendUint(line, uint64(number), 10), ',')
		}
		line = append(strconv.AppendFloat(line, r.Pheromone, 'g', -1, 64), '\n')
	}
	_, err := w.buffer.Write(line)
	return err
}

// Close writes what is left, and the number of records into the header.
func (w *Writer) Close() error {
	if err := w.buffer.Flush(); err != nil || !w.npy {
		return err
	}
	if _, err := w.to.Seek(0, io.SeekStart); err != nil {
		return err
	}
	if err := w.writeHeader(); err != nil {
		return err
	}
	return w.buffer.Flush()
}

// maxRecords bounds what Read takes: 6 GB of records.
const maxRecords = 1 << 28

// Read reads a file that Writer has written.
func Read(from io.Reader) ([]Record, error) {
	r := bufio.NewReader(from)
	begin, err := r.Peek(len(npyMagic))
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if string(begin) == npyMagic {
		return readArray(r)
	}
	return readCSV(r)
}

var errFormat = errors.New("this is no file of pheromone")

var shape = regexp.MustCompile(`'shape': \((\d+),\)`)

func readArray(r io.Reader) ([]Record, error) {
	header := make([]byte, headerEnd)
	if _, err := io.ReadFull(r, header); err != nil {
		return nil, errFormat
	}
	found := shape.FindSubmatch(header)
	descr, _, _ := strings.Cut(npyHeader, "'shape'")
	if found == nil || !strings.Contains(string(header), descr) {
		return nil, errFormat
	}
	count, err := strconv.Atoi(string(found[1]))
	if err != nil || count > maxRecords {
		return nil, fmt.Errorf("%s records are too many: at most %d are read", found[1], maxRecords)
	}
	var records []Record
	words, record := binary.LittleEndian, make([]byte, recordSize)
	for range count {
		if _, err := io.ReadFull(r, record); err != nil {
			return nil, fmt.Errorf("it ends after %d of %d records", len(records), count)
		}
		records = append(records, Record{words.Uint32(record), words.Uint32(record[4:]), words.Uint32(record[8:]),
			words.Uint32(record[12:]), math.Float64frombits(words.Uint64(record[16:]))})
	}
	return records, nil
}

func readCSV(from io.Reader) ([]Record, error) {
	r := csv.NewReader(from)
	header, err := r.Read()
	if err != nil || strings.Join(header, ",") != csvHeader {
		return nil, errFormat
	}
	r.ReuseRecord = true
	var records []Record
	for {
		fields, err := r.Read()
		if errors.Is(err, io.EOF) {
			return records, nil
		} else if err != nil {
			return nil, err
		}
		var numbers [4]uint32
		for i := range numbers {
			number, err := strconv.ParseUint(fields[i], 10, 32)
			if err != nil {
				return nil, fmt.Errorf("line %d: %q is no number", len(records)+2, fields[i])
			}
			numbers[i] = uint32(number)
		}
		pheromone, err := strconv.ParseFloat(fields[4], 64)
		if err != nil {
			return nil, fmt.Errorf("line %d: %q is no number", len(records)+2, fields[4])
		}
		records = append(records, Record{numbers[0], numbers[1], numbers[2], numbers[3], pheromone})
	}
}
