// Package errtype looks for errors by their types.
package errtype

import "errors"

// Is reports whether an error is one of a type, or wraps one.
func Is[E error](err error) bool {
	_, is := errors.AsType[E](err)
	return is
}
