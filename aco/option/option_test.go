package option

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

func TestAdvice(t *testing.T) {
	remedies := []Remedy{
		slices.Concat(Set(Memory, "candidates"), AtMost(Ants, 25)),
		Set(Devices, CPU),
		Other(Devices),
		AtMost(Cities, 500),
	}
	want := "set Memory to candidates and set Ants to at most 25, or set Devices to cpu, or choose another value for Devices, or use an instance of at most 500 cities"
	if got := Advice(remedies, nil); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	flags := func(option string) string { return "-" + strings.ToLower(option) }
	want = "set -memory to candidates and set -ants to at most 25, or set -devices to cpu, or choose another value for -devices, or use an instance of at most 500 cities"
	if got := Advice(remedies, flags); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestErrorsWithRemedies(t *testing.T) {
	cause := errors.New("the plan exceeds the limit of device memory")
	tooLarge := &TooLargeError{cause, []Remedy{AtMost(Colonies, 3)}}
	refused := Refuse(Selection, "near: 9 cities are too many").With(Other(Selection))
	for _, c := range []struct {
		err  error
		want string
	}{
		{tooLarge, "the plan exceeds the limit of device memory\nset Colonies to at most 3"},
		{&TooLargeError{Err: cause}, cause.Error()},
		{refused, "Selection near: 9 cities are too many; choose another value for Selection"},
		{&Error{Reason: "no ants"}, "no ants"},
	} {
		if got := c.err.Error(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	if !errors.Is(tooLarge, cause) {
		t.Error("the cause is lost")
	}
}
