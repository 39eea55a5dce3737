package precompile

import "time"

// openedTime is how long a child that has opened a device waits for pipelines. A run takes less time to plan; a worker may wait for hours for
// its first job.
const openedTime = 10 * time.Second

// keep keeps a child that has opened a device.
func (c *Checker) keep(t *trial) {
	index := t.device.Index
	c.release(index)
	if c.opened == nil {
		c.opened = map[int]*trial{}
	}
	t.ready, c.opened[index] = true, t
	time.AfterFunc(openedTime, func() {
		c.mutex.Lock()
		defer c.mutex.Unlock()
		if c.opened[index] == t {
			c.release(index)
		}
	})
}

// release ends the child that has opened a device, if there is one.
func (c *Checker) release(index int) {
	if t := c.opened[index]; t != nil {
		delete(c.opened, index)
		c.end(t)
	}
}

// end lets a child end. Nobody waits for the driver's cleaning up.
func (c *Checker) end(t *trial) {
	t.process.CloseInput()
	c.ending.Go(func() { t.process.Wait() })
}

// Close ends all children and waits for them. Without it, those that are left end with this process.
func (c *Checker) Close() {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for index := range c.opened {
		c.release(index)
	}
	c.ending.Wait()
}
