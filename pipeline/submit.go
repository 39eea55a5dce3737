package pipeline

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/internal/view"
	"github.com/aco-vk/aco-vk/vk"
)

// slot is one submission: its commands and where its reports land.
type slot struct {
	commands *vk.CommandBuffer
	report   map[string]*vk.Buffer
	encoded  []Slice // what the commands were recorded for
	values   uint64  // Run.values by which they were
	started  time.Time
}

// ErrWrongResult is the error of a device whose results cannot be right.
var ErrWrongResult = errors.New("the device or its driver computes wrongly")

// DeviceGone reports whether an error is the end of a device: it hangs, or is lost.
func DeviceGone(err error) bool { return errors.Is(err, vk.ErrHung) || vk.IsDeviceLost(err) }

// DeviceFailed reports whether an error is the device's, so that another may do better: it is gone, Vulkan failed on it, or it
// computes wrongly.
func DeviceFailed(err error) bool { return vk.IsFailure(err) || errors.Is(err, ErrWrongResult) }

// Completed is a submission that the device has finished.
type Completed struct {
	Slices    []Slice
	Durations []time.Duration     // device time by slice, its barrier included
	Readback  map[string][]uint32 // valid until the next Submit
}

func (s *slot) open(r *Run, index int) (err error) {
	if s.commands, err = r.device.NewCommandBuffer(fmt.Sprintf("submission %d", index), maxSlices+1); err != nil {
		return err
	}
	s.report = map[string]*vk.Buffer{}
	for _, name := range r.recording.Readback {
		s.report[name], err = r.device.NewBuffer(name+" report", r.buffers[name].Bytes(), vk.HostRead)
		if err != nil {
			return err
		}
	}
	return nil
}

// InFlight is the number of submissions that have not been waited for.
func (r *Run) InFlight() int { return int(r.submitted - r.waited) }

// Full says that a submission has to be waited for before the next.
func (r *Run) Full() bool { return r.InFlight() == inFlight }

// Submit hands slices to the device. Not more than two submissions can be outstanding.
func (r *Run) Submit(submission []Slice) error {
	if r.Full() {
		return fmt.Errorf("submit: %d submissions are outstanding already", inFlight)
	}
	s := &r.slots[r.submitted%inFlight]
	if s.values != r.values || !slices.Equal(s.encoded, submission) {
		s.encoded = nil
		if err := r.encode(s, submission); err != nil {
			return err
		}
		s.encoded, s.values = slices.Clone(submission), r.values
	}
	s.started = time.Now()
	if err := s.commands.Submit(); err != nil {
		return err
	}
	r.submitted++
	return nil
}

// encode records the slices, and after them the copies of what is reported.
func (r *Run) encode(s *slot, submission []Slice) error {
	c := s.commands
	if err := c.Begin(); err != nil {
		return err
	}
	c.Timestamp()
	maxX := r.device.Info().MaxWorkgroupCount[0]
	var all []Slice        // a dispatch each
	last := map[int]bool{} // dispatches of their slices
	for _, s := range submission {
		all = append(all, dispatches(r.recording.Passes, s)...)
		last[len(all)-1] = true
	}
	for i, barriers := range Barriers(r.recording.Passes, all) {
		c.Barrier(r.named(barriers), vk.Compute, vk.Compute)
		c.Dispatch(r.bindings[all[i].Pass], r.recording.push(all[i]), r.recording.groups(all[i], maxX))
		if last[i] {
			c.Timestamp()
		}
	}
	reported := r.named(r.recording.Readback)
	c.Barrier(reported, vk.Compute, vk.Transfer)
	var landed []*vk.Buffer
	for _, name := range r.recording.Readback {
		c.Copy(r.buffers[name], s.report[name], 0, 0, r.buffers[name].Bytes())
		landed = append(landed, s.report[name])
	}
	c.Barrier(landed, vk.Transfer, vk.Host)
	return c.End() // the next submission begins with a barrier against all of this one
}

func (r *Run) named(names []string) []*vk.Buffer {
	buffers := make([]*vk.Buffer, len(names))
	for i, name := range names {
		buffers[i] = r.buffers[name]
	}
	return buffers
}

// Wait returns the oldest outstanding submission once the device has finished it.
func (r *Run) Wait() (Completed, error) {
	if r.InFlight() == 0 {
		return Completed{}, fmt.Errorf("wait: nothing was submitted")
	}
	s := &r.slots[r.waited%inFlight]
	if err := s.commands.Finish(); err != nil {
		return Completed{}, err
	}
	r.waited++
	took, err := s.took()
	if err != nil {
		return Completed{}, err
	}
	completed := Completed{Slices: s.encoded, Durations: took, Readback: map[string][]uint32{}}
	for name, buffer := range s.report {
		completed.Readback[name] = view.Words(buffer.Mapped())
	}
	return completed, nil
}

// took returns the device time of each slice. A device without timestamps has its slices share the time from submission
// to now by their number, which is too much for the cheap ones and errs towards shorter submissions.
func (s *slot) took() ([]time.Duration, error) {
	stamps, err := s.commands.Timestamps()
	if err != nil {
		return nil, err
	}
	took := make([]time.Duration, len(s.encoded))
	for i := range took {
		if stamps == nil {
			took[i] = time.Since(s.started) / time.Duration(len(took))
		} else {
			took[i] = stamps[i+1] - stamps[i]
		}
	}
	return took, nil
}
