package vk

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
)

// handles are the open children of a device or an instance. Closing the parent closes them and
// names them in its error. Devices of one instance open and close concurrently, so its methods may
// be called concurrently.
type handles struct {
	mu   sync.Mutex
	last int
	open map[int]handle
}

type handle struct {
	kind, name string
	close      func() error
}

// add registers a child and returns its ticket for remove.
func (h *handles) add(kind, name string, close func() error) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.open == nil {
		h.open = map[int]handle{}
	}
	h.last++
	h.open[h.last] = handle{kind, name, close}
	return h.last
}

func (h *handles) remove(ticket int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.open, ticket)
}

// snapshot returns a copy of the open children.
func (h *handles) snapshot() map[int]handle {
	h.mu.Lock()
	defer h.mu.Unlock()
	return maps.Clone(h.open)
}

// withoutError adapts a Close that cannot fail for add.
func withoutError(close func()) func() error { return func() error { close(); return nil } }

// closeAll closes the open children, the newest first. Its error names them and joins the errors
// of closing them; it is nil when nothing is open.
func (h *handles) closeAll(op string) error {
	open := h.snapshot()
	if len(open) == 0 {
		return nil
	}
	tickets := slices.Sorted(maps.Keys(open))
	var names []string
	for _, t := range tickets {
		names = append(names, fmt.Sprintf("%s %q", open[t].kind, open[t].name))
	}
	inner := []error{refuse(op, "still open, now closed: %s", strings.Join(names, ", "))}
	for _, t := range slices.Backward(tickets) {
		if _, ok := h.snapshot()[t]; ok { // closing a child may close another
			inner = append(inner, open[t].close())
		}
	}
	return errors.Join(inner...)
}
