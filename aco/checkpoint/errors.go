package checkpoint

import (
	"errors"
	"fmt"
)

// Reasons why a file is refused. A file of another format has an error of its own.
var (
	ErrNotCheckpoint  = errors.New("this is not a checkpoint")
	ErrTruncated      = errors.New("the checkpoint is cut off")
	ErrDamaged        = errors.New("the checkpoint is damaged")
	ErrOtherInstance  = errors.New("the checkpoint is of another instance")
	ErrOtherAlgorithm = errors.New("the checkpoint is of another algorithm, or of another revision of it")
)

// otherFormat is the reason why a file of a format that this version does not know is refused.
func otherFormat(number uint32) error {
	remedy := "resume it with the version that wrote it"
	if number > format {
		remedy += " or a later one"
	}
	return fmt.Errorf("the checkpoint has format %d, and this version reads format %d: %s", number, format, remedy)
}

// Error is a file that is refused. It wraps the reason.
type Error struct {
	Path string
	Err  error
}

func (e *Error) Error() string {
	s := fmt.Sprintf("%s: %v", e.Path, e.Err)
	if errors.Is(e.Err, ErrTruncated) || errors.Is(e.Err, ErrDamaged) {
		s += "; use an earlier copy, or start the run again"
	}
	return s
}

func (e *Error) Unwrap() error { return e.Err }

// WriteError is a checkpoint that could not be written. It wraps the cause, in most cases an
// *os.PathError.
type WriteError struct {
	Path string
	Err  error
}

func (e *WriteError) Error() string { return fmt.Sprintf("write checkpoint %s: %v", e.Path, e.Err) }

func (e *WriteError) Unwrap() error { return e.Err }
