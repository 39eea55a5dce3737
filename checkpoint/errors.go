package checkpoint

import (
	"errors"
	"fmt"
)

// Why a file is refused.
var (
	ErrNotCheckpoint  = errors.New("this is no checkpoint")
	ErrTruncated      = errors.New("the checkpoint is cut off")
	ErrDamaged        = errors.New("the checkpoint is damaged")
	ErrNewer          = errors.New("the checkpoint is of a newer format than this program knows; go on with the program that wrote it, or a later one")
	ErrOtherInstance  = errors.New("the checkpoint is of another instance")
	ErrOtherAlgorithm = errors.New("the checkpoint is of a run that this program would go on with in another way; go on with the program that wrote it")
)

// Error says which file is refused. It wraps one of the reasons above.
type Error struct {
	Path string
	Err  error
}

func (e *Error) Error() string { return fmt.Sprintf("%s: %v", e.Path, e.Err) }

func (e *Error) Unwrap() error { return e.Err }
