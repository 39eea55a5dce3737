package probe

import "testing"

func TestInSomeOrder(t *testing.T) {
	for _, c := range []struct {
		name        string
		first, last uint32
		found, left []uint32
		want        bool
	}{
		{"counter, out of order", 0, 3, []uint32{2, 0, 1}, []uint32{3, 1, 2}, true},
		{"two operations found the same value", 0, 3, []uint32{1, 0, 1}, []uint32{2, 1, 2}, false},
		{"a value reached twice", 0, 0, []uint32{0, 5}, []uint32{5, 0}, true},
		{"a value that was never stored", 0, 1, []uint32{0, 7}, []uint32{1, 7}, false},
		{"no operation", 4, 4, nil, nil, true},
		{"no operation, but another value", 4, 5, nil, nil, false},
	} {
		if got := inSomeOrder(c.first, c.last, c.found, c.left); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}
