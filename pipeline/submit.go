package pipeline

import (
	"fmt"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/internal/view"
	"github.com/aco-vk/aco-vk/vk"
)

// slot is a submission: its command buffer and the buffers that its results are copied to.
type slot struct {
	commands      *vk.CommandBuffer
	readback      map[string]*vk.Buffer
	recorded      []Slice // what the command buffer was recorded for
	valuesVersion uint64  // Run.valuesVersion at that time
	started       time.Time
}

// Completed is a submission that the device has finished.
type Completed struct {
	Slices    []Slice
	Durations []time.Duration     // device time of each slice, with its barriers
	Readback  map[string][]uint32 // contents of the buffers in Recording.Readback, valid until the next Submit
}

// DeviceTime returns the sum of the durations.
func (c *Completed) DeviceTime() (sum time.Duration) {
	for _, d := range c.Durations {
		sum += d
	}
	return sum
}

func (s *slot) open(r *Run, index int) (err error) {
	if s.commands, err = r.device.NewCommandBuffer(fmt.Sprintf("submission %d", index), maxSlices+1); err != nil {
		return err
	}
	s.readback = map[string]*vk.Buffer{}
	for _, name := range r.recording.Readback {
		s.readback[name], err = r.device.NewBuffer(name+" readback", r.buffers[name].Bytes(), vk.HostRead)
		if err != nil {
			return err
		}
	}
	return nil
}

// InFlight returns the number of submissions that were not waited for.
func (r *Run) InFlight() int { return int(r.submitted - r.waited) }

// Full reports whether Wait must be called before the next Submit.
func (r *Run) Full() bool { return r.InFlight() == maxInFlight }

// Submit submits slices to the device. At most two submissions can be in flight. A submission equal to the last but one is
// submitted again without being recorded again.
func (r *Run) Submit(submission []Slice) error {
	if r.Full() {
		return &RecordingError{Op: "submit", Reason: fmt.Sprintf("%d submissions are in flight: wait for one first", maxInFlight)}
	}
	s := &r.slots[r.submitted%maxInFlight]
	if s.valuesVersion != r.valuesVersion || !slices.Equal(s.recorded, submission) {
		s.recorded = nil
		if err := r.record(s, submission); err != nil {
			return err
		}
		s.recorded, s.valuesVersion = slices.Clone(submission), r.valuesVersion
	}
	s.started = time.Now()
	if err := s.commands.Submit(); err != nil {
		return err
	}
	r.submitted++
	return nil
}

// record records the slices with their barriers and timestamps, then the copies for readback.
func (r *Run) record(s *slot, submission []Slice) error {
	c := s.commands
	if err := c.Begin(); err != nil {
		return err
	}
	c.Timestamp()
	var dispatches []Slice
	last := map[int]bool{} // dispatch of its slice
	for _, slice := range submission {
		dispatches = append(dispatches, expandLoop(r.recording.Passes, slice)...)
		last[len(dispatches)-1] = true
	}
	for i, barriers := range Barriers(r.recording.Passes, dispatches) {
		d := dispatches[i]
		c.Barrier(r.buffersNamed(barriers), vk.Compute, vk.Compute)
		c.Dispatch(r.bindings[d.Pass], r.recording.push(d), r.recording.workGroups(d, r.maxGroupsX))
		if last[i] {
			c.Timestamp()
		}
	}
	c.Barrier(r.buffersNamed(r.recording.Readback), vk.Compute, vk.Transfer)
	var copies []*vk.Buffer
	for _, name := range r.recording.Readback {
		c.Copy(r.buffers[name], s.readback[name], 0, 0, r.buffers[name].Bytes())
		copies = append(copies, s.readback[name])
	}
	c.Barrier(copies, vk.Transfer, vk.Host)
	return c.End() // the next submission begins with a barrier that waits for all of this one
}

func (r *Run) buffersNamed(names []string) []*vk.Buffer {
	buffers := make([]*vk.Buffer, len(names))
	for i, name := range names {
		buffers[i] = r.buffers[name]
	}
	return buffers
}

// Wait waits for the oldest submission in flight and returns it.
func (r *Run) Wait() (Completed, error) {
	if r.InFlight() == 0 {
		return Completed{}, &RecordingError{Op: "wait", Reason: "no submission is in flight: submit one first"}
	}
	s := &r.slots[r.waited%maxInFlight]
	if err := s.commands.Finish(); err != nil {
		return Completed{}, err
	}
	r.waited++
	durations, err := s.durations()
	if err != nil {
		return Completed{}, err
	}
	completed := Completed{Slices: s.recorded, Durations: durations, Readback: map[string][]uint32{}}
	for name, buffer := range s.readback {
		completed.Readback[name] = view.Words(buffer.Mapped())
	}
	return completed, nil
}

// durations returns the device time of each slice. On a device without timestamps the slices share the time since the submission
// equally. That is too much for cheap slices, which makes later submissions shorter rather than longer.
func (s *slot) durations() ([]time.Duration, error) {
	stamps, err := s.commands.Timestamps()
	if err != nil {
		return nil, err
	}
	durations := make([]time.Duration, len(s.recorded))
	for i := range durations {
		if stamps == nil {
			durations[i] = time.Since(s.started) / time.Duration(len(durations))
		} else {
			durations[i] = stamps[i+1] - stamps[i]
		}
	}
	return durations, nil
}
