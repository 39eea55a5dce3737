package pipe

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
)

// Protocol is the number of the protocol. It changes with the meaning of a field.
const Protocol = 1

const (
	// maxHeader bounds the header of a frame, in bytes. What grows with the instance is in arrays.
	maxHeader = 1 << 20
	// maxArrays is the number of arrays that a frame may have.
	maxArrays = 8
	// maxElements is the number of elements that an array may have: those of the largest matrix, of
	// 46,340 cities.
	maxElements = math.MaxInt32
)

// array describes an array of a frame.
type array struct {
	Name  string `json:"name"`
	Type  string `json:"type"`
	Shape []int  `json:"shape"`
}

// values are the elements of an array. One of the slices is not nil, unless there are none.
type values struct {
	array
	floats []float64
	ints   []int32
	bytes  []byte
}

// FrameError says why a frame cannot be read. What follows it has no meaning.
type FrameError struct{ Reason string }

func (e *FrameError) Error() string { return "frame: " + e.Reason }

func wrongFrame(reason string, args ...any) error { return &FrameError{fmt.Sprintf(reason, args...)} }

// readFrame reads a frame: its header as JSON, and its arrays. At the end of the input the error is
// io.EOF, and within a frame a *FrameError.
func readFrame(r io.Reader) (header []byte, arrays []values, err error) {
	var size [4]byte
	if _, err := io.ReadFull(r, size[:]); errors.Is(err, io.EOF) {
		return nil, nil, io.EOF
	} else if err != nil {
		return nil, nil, wrongFrame("the input ends in the length of a header")
	}
	length := binary.LittleEndian.Uint32(size[:])
	if length > maxHeader {
		return nil, nil, wrongFrame("a header of %d bytes; at most %d", length, maxHeader)
	}
	header = make([]byte, length)
	if _, err := io.ReadFull(r, header); err != nil {
		return nil, nil, wrongFrame("the input ends in a header of %d bytes", length)
	}
	var described struct {
		Arrays []array `json:"arrays"`
	}
	if err := json.Unmarshal(header, &described); err != nil {
		return nil, nil, wrongFrame("the header is no JSON object: %v", err)
	}
	if len(described.Arrays) > maxArrays {
		return nil, nil, wrongFrame("%d arrays; at most %d", len(described.Arrays), maxArrays)
	}
	for _, a := range described.Arrays {
		if slices.ContainsFunc(arrays, func(v values) bool { return v.Name == a.Name }) {
			return nil, nil, wrongFrame("two arrays %q", a.Name)
		}
		v, err := readArray(r, a)
		if err != nil {
			return nil, nil, err
		}
		arrays = append(arrays, v)
	}
	return header, arrays, nil
}

// readArray reads the elements of an array. It takes memory as elements arrive.
func readArray(r io.Reader, a array) (v values, err error) {
	v.array = a
	count, err := a.elements()
	if err != nil {
		return v, err
	}
	switch a.Type {
	case "f8":
		v.floats, err = readElements[float64](r, a.Name, count)
	case "i4":
		v.ints, err = readElements[int32](r, a.Name, count)
	default:
		err = wrongFrame("array %q has type %q; use f8 or i4", a.Name, a.Type)
	}
	return v, err
}

// elements returns the number of elements of an array.
func (a array) elements() (count int, err error) {
	if len(a.Shape) < 1 || len(a.Shape) > 2 {
		return 0, wrongFrame("array %q has %d dimensions; use 1 or 2", a.Name, len(a.Shape))
	}
	count = 1
	for _, length := range a.Shape {
		if length < 0 || length > maxElements || length > 0 && count > maxElements/length {
			return 0, wrongFrame("array %q has the shape %v; at most %d elements", a.Name, a.Shape, maxElements)
		}
		count *= length
	}
	return count, nil
}

// readElements reads the elements of an array.
func readElements[T float64 | int32](r io.Reader, name string, count int) ([]T, error) {
	const (
		atOnce  = 1 << 16 // elements that are read at once
		trusted = 1 << 24 // elements that get memory before they have arrived
	)
	list := make([]T, 0, min(count, trusted))
	part := make([]T, min(count, atOnce))
	for len(list) < count {
		part = part[:min(count-len(list), atOnce)]
		if err := binary.Read(r, binary.LittleEndian, part); err != nil {
			return nil, wrongFrame("the input ends in array %q, of %d elements", name, count)
		}
		list = append(list, part...)
	}
	return list, nil
}

// writeFrame writes a frame in one call of Write. The fields of the header are those of a struct
// with the arrays' descriptions.
func writeFrame(w io.Writer, header any, arrays ...values) error {
	text, err := json.Marshal(header)
	if err != nil {
		return err
	}
	frame := binary.LittleEndian.AppendUint32(nil, uint32(len(text)))
	frame = append(frame, text...)
	for _, v := range arrays {
		if frame, err = binary.Append(frame, binary.LittleEndian, v.ints); err != nil {
			return err
		}
		frame = append(frame, v.bytes...)
	}
	_, err = w.Write(frame)
	return err
}
