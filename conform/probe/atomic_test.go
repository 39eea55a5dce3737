package probe

import "testing"

// Steps from value to value are possible in some order, or in none.
func TestInSomeOrder(t *testing.T) {
	for _, c := range []struct {
		name        string
		first, last uint32
		found, left []uint32
		want        bool
	}{
		{"tickets, not in order", 0, 3, []uint32{2, 0, 1}, []uint32{3, 1, 2}, true},
		{"two drew one ticket", 0, 3, []uint32{1, 0, 1}, []uint32{2, 1, 2}, false},
		{"a value come back to", 0, 0, []uint32{0, 5}, []uint32{5, 0}, true},
		{"a value that was never there", 0, 1, []uint32{0, 7}, []uint32{1, 7}, false},
		{"nothing done", 4, 4, nil, nil, true},
		{"nothing done, and another value", 4, 5, nil, nil, false},
	} {
		if got := inSomeOrder(c.first, c.last, c.found, c.left); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}
