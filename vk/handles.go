package vk

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// handles are the open children of a device or an instance, so that closing the parent can name and close them.
type handles struct {
	last int
	open map[int]handle
}

type handle struct {
	kind, name string
	close      func() error
}

// add registers a child and returns its ticket for remove.
func (h *handles) add(kind, name string, close func() error) int {
	if h.open == nil {
		h.open = map[int]handle{}
	}
	h.last++
	h.open[h.last] = handle{kind, name, close}
	return h.last
}

func (h *handles) remove(ticket int) { delete(h.open, ticket) }

// quiet is a Close that cannot fail, for add.
func quiet(close func()) func() error { return func() error { close(); return nil } }

// closeAll closes what is open, the newest first. Its error names it, and joins what closing it said; nil when nothing
// was open.
func (h *handles) closeAll(op string) error {
	if len(h.open) == 0 {
		return nil
	}
	tickets := slices.Sorted(maps.Keys(h.open))
	counts := map[string]int{}
	var kinds, names []string
	for _, t := range tickets {
		child := h.open[t]
		if counts[child.kind]++; counts[child.kind] == 1 {
			kinds = append(kinds, child.kind)
		}
		names = append(names, fmt.Sprintf("%s %q", child.kind, child.name))
	}
	for i, kind := range kinds {
		kinds[i] = fmt.Sprintf("%d %s", counts[kind], kind)
	}
	var inner []error
	for _, t := range slices.Backward(tickets) {
		if child, ok := h.open[t]; ok { // closing one may have closed another
			inner = append(inner, child.close())
		}
	}
	leak := refuse(op, "still open, now closed: %s (%s)", strings.Join(kinds, ", "), strings.Join(names, ", "))
	return errors.Join(append([]error{leak}, inner...)...)
}
