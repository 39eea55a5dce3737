//go:build unix

package scratch

import (
	"errors"

	"golang.org/x/sys/unix"
)

// exists reports whether there is a process, also one of another user.
func exists(pid int) bool { return !errors.Is(unix.Kill(pid, 0), unix.ESRCH) }
