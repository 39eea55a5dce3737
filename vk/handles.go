package vk

import (
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
	close      func()
}

// add registers a child and returns its ticket for remove.
func (h *handles) add(kind, name string, close func()) int {
	if h.open == nil {
		h.open = map[int]handle{}
	}
	h.last++
	h.open[h.last] = handle{kind, name, close}
	return h.last
}

func (h *handles) remove(ticket int) { delete(h.open, ticket) }

// closeAll closes what is open, the newest first, and returns an error that names it, nil when nothing was.
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
	for _, t := range slices.Backward(tickets) {
		if child, ok := h.open[t]; ok { // closing one may have closed another
			child.close()
		}
	}
	return refuse(op, "still open, now closed: %s (%s)", strings.Join(kinds, ", "), strings.Join(names, ", "))
}
