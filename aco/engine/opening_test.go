package engine

import "testing"

// closedColonies count how often they are closed.
type closedColonies struct {
	fakeColonies
	closed int
}

func (c *closedColonies) Close() { c.closed++ }

// A run that ends closes its sites, and those that were opened meanwhile.
func TestCloseSitesOfAnOpening(t *testing.T) {
	early, late := new(closedColonies), new(closedColonies)
	o := &Opening[*closedColonies]{done: make(chan struct{})}
	r := &Run[*closedColonies]{Sites: []*Site[*closedColonies]{{Colonies: early}}}
	r.Await(o, nil)
	go func() {
		o.sites = []*Site[*closedColonies]{{Colonies: late}}
		close(o.done)
	}()
	r.CloseSites()
	if early.closed != 1 || late.closed != 1 {
		t.Errorf("the sites of the processor were closed %d times, those of the devices %d times", early.closed, late.closed)
	}
}
