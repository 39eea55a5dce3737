package engine

import "testing"

// closedColonies count how often they are closed.
type closedColonies struct {
	fakeColonies
	closed int
}

func (c *closedColonies) Close() { c.closed++ }

// A run that ends closes its sites, and the sites of devices that became ready later.
func TestCloseLateSites(t *testing.T) {
	early, late := new(closedColonies), new(closedColonies)
	devices := &lateSites[*closedColonies]{done: make(chan struct{})}
	sites := opened(early)
	sites.late = devices
	r := New(Config[name, *closedColonies]{Opened: sites})
	go func() {
		devices.opened = opened(late)
		close(devices.done)
	}()
	r.Close()
	if early.closed != 1 || late.closed != 1 {
		t.Errorf(
			"the site of the processor was closed %d times, the site of the device %d times", early.closed,
			late.closed,
		)
	}
}
