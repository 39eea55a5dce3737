package tsptest

import (
	"strings"
	"testing"
)

// RequireError fails unless the text of err contains all parts.
func RequireError(t *testing.T, name string, err error, parts ...string) {
	t.Helper()
	if err == nil {
		t.Errorf("%s: no error", name)
		return
	}
	for _, part := range parts {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%s: the error %q does not contain %q", name, err, part)
		}
	}
}
