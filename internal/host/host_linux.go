package host

import (
	"bufio"
	"bytes"
	"os"
	"strings"

	"golang.org/x/sys/unix"
)

// system returns the name of the distribution from os-release(5), and the release of the kernel.
func system() (name, kernel string) {
	name = "Linux"
	for _, file := range []string{"/etc/os-release", "/usr/lib/os-release"} {
		if text, err := os.ReadFile(file); err == nil {
			name = prettyName(text, name)
			break
		}
	}
	var uname unix.Utsname
	if unix.Uname(&uname) == nil {
		kernel = unix.ByteSliceToString(uname.Release[:])
	}
	return name, kernel
}

// prettyName returns the value of PRETTY_NAME in an os-release file, or another name if there is
// none.
func prettyName(text []byte, otherwise string) string {
	for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
		if value, found := strings.CutPrefix(lines.Text(), "PRETTY_NAME="); found {
			return strings.Trim(value, `"'`)
		}
	}
	return otherwise
}
