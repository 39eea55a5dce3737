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

// A run that ends does not wait for devices that become ready later, if something else can.
func TestCloseDoesNotWait(t *testing.T) {
	early, late := new(closedColonies), new(closedColonies)
	var rest func()
	devices := &lateSites[*closedColonies]{done: make(chan struct{}), later: func(f func()) { rest = f }}
	sites := opened(early)
	sites.late = devices
	New(Config[name, *closedColonies]{Opened: sites}).Close()
	if early.closed != 1 || late.closed != 0 || rest == nil {
		t.Fatalf("the site of the processor was closed %d times, the site of the device %d times", early.closed, late.closed)
	}
	devices.opened = opened(late)
	close(devices.done)
	if rest(); late.closed != 1 {
		t.Errorf("the site of the device was closed %d times", late.closed)
	}
}

// The devices that take over from the processor record their results in the result of the run.
func TestLateDevicesReport(t *testing.T) {
	devices := &lateSites[*closedColonies]{done: make(chan struct{}), opened: opened(new(closedColonies))}
	devices.opened.Devices = make([]DeviceResult, 1)
	close(devices.done)
	sites := opened(new(closedColonies))
	sites.Devices, sites.late = make([]DeviceResult, 1), devices
	r := New(Config[name, *closedColonies]{Opened: sites, MoveColonies: func(replaceSites func()) { replaceSites() }})
	r.moveToDevices()
	devices.opened.Devices[0].Exchange = &DeviceExchange{Ants: 7} // as a group does
	if e := r.devices[0].Exchange; e == nil || e.Ants != 7 {
		t.Errorf("the device has exchanged %+v", e)
	}
}
