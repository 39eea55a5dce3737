package pipeline

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/internal/view"
	"github.com/aco-vk/aco-vk/vk"
)

// slot is a submission: its command buffer, and the buffers that its inputs are copied from and
// its results to.
type slot struct {
	commands         *vk.CommandBuffer
	inputs, readback map[string]*vk.Buffer
	recorded         []Slice           // what the command buffer was recorded for
	stamps           []bool            // by recorded slice: whether a timestamp follows it
	recordedInputs   map[string]uint64 // words that it copies
	recordedReadback map[string]uint64
	version          uint64 // Run.version at that time
	started          time.Time
}

// Completed is a submission that the device has finished.
type Completed struct {
	Slices    []Slice
	Durations []time.Duration     // device time of each slice, with its barriers; of repeated slices a share of the time of several
	Readback  map[string][]uint32 // contents of the buffers in Recording.Readback, or their beginning, valid until the next Submit
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
	s.inputs, s.readback = map[string]*vk.Buffer{}, map[string]*vk.Buffer{}
	for _, name := range r.recording.Inputs {
		if s.inputs[name], err = r.device.NewBuffer(name+" input", r.buffers[name].Bytes(), vk.HostRead); err != nil {
			return err
		}
	}
	for _, name := range r.recording.Readback {
		if s.readback[name], err = r.device.NewBuffer(name+" readback",
			r.buffers[name].Bytes(), vk.HostRead); err != nil {
			return err
		}
	}
	return nil
}

func (s *slot) close() {
	for _, b := range s.inputs {
		b.Close()
	}
	for _, b := range s.readback {
		b.Close()
	}
	s.commands.Close()
}

// InFlight returns the number of submissions that were not waited for.
func (r *Run) InFlight() int { return int(r.submitted - r.waited) }

// Full reports whether Wait must be called before the next Submit.
func (r *Run) Full() bool { return r.InFlight() == maxInFlight }

// Submit submits slices to the device. At most two submissions can be in flight. A submission
// equal to the last but one is submitted again without being recorded again.
func (r *Run) Submit(submission []Slice) error {
	if r.Full() {
		return &RecordingError{Op: "submit", Reason: fmt.Sprintf("%d submissions are in flight: wait for one first",
			maxInFlight)}
	}
	s := &r.slots[r.submitted%maxInFlight]
	if s.version != r.version || !slices.Equal(s.recorded, submission) || !maps.Equal(s.recordedInputs, r.inputs) {
		s.recorded = nil
		if err := r.record(s, submission); err != nil {
			return err
		}
		s.recorded, s.version = slices.Clone(submission), r.version
	}
	clear(r.inputs)
	s.started = time.Now()
	if err := s.commands.Submit(); err != nil {
		return err
	}
	r.submitted++
	return nil
}

// record records the copies of inputs, the slices with their barriers and timestamps, and the
// copies for readback.
func (r *Run) record(s *slot, submission []Slice) error {
	c := s.commands
	if err := c.Begin(); err != nil {
		return err
	}
	r.recordInputs(s)
	c.Timestamp()
	stamps := map[int]bool{} // by dispatch: whether a timestamp follows it
	s.stamps = stamped(r.recording.Passes, submission)
	count := 0
	for i, slice := range submission {
		count += len(expandLoop(r.recording.Passes, slice))
		stamps[count-1] = s.stamps[i]
	}
	for i, d := range r.Dispatches(submission) {
		c.Barrier(r.buffersNamed(d.Barriers), vk.Compute, vk.Compute)
		c.Dispatch(r.bindings[d.Pass], d.Push, d.Groups)
		if stamps[i] {
			c.Timestamp()
		}
	}
	r.recordReadback(s)
	return c.End() // the next submission begins with a barrier that waits for all of this one
}

// Dispatch is a dispatch of a submission, as the device gets it.
type Dispatch struct {
	Pass     int
	Push     []uint32  // push constants
	Groups   [3]uint32 // work-groups
	Barriers []string  // buffers with a barrier before the dispatch
}

// Dispatches returns the dispatches that Submit records for slices, with the present values.
func (r *Run) Dispatches(submission []Slice) []Dispatch {
	var expanded []Slice
	for _, slice := range submission {
		expanded = append(expanded, expandLoop(r.recording.Passes, slice)...)
	}
	all := make([]Dispatch, len(expanded))
	for i, barriers := range Barriers(r.recording.Passes, expanded) {
		d := expanded[i]
		all[i] = Dispatch{
			Pass: d.Pass, Push: r.recording.push(d), Groups: r.recording.workGroups(d, r.maxGroupsX), Barriers: barriers,
		}
	}
	return all
}

// PipelineSpec returns the pipeline of a pass, as the device has compiled it or, if it is only
// described, would compile it.
func (r *Run) PipelineSpec(pass int) vk.PipelineSpec {
	if r.described != nil {
		return r.described.specs[pass]
	}
	return r.bindings[pass].PipelineSpec()
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
	if err := r.finish(s); err != nil {
		return Completed{}, err
	}
	r.waited++
	durations, err := s.durations()
	if err != nil {
		return Completed{}, err
	}
	completed := Completed{Slices: s.recorded, Durations: durations, Readback: map[string][]uint32{}}
	for name, buffer := range s.readback {
		completed.Readback[name] = view.Words(buffer.Mapped())[:s.recordedReadback[name]]
	}
	return completed, nil
}

// durations returns the device time of each slice. On a device without timestamps the slices share
// the time since the submission equally. That is too much for cheap slices, which makes later
// submissions shorter rather than longer.
func (s *slot) durations() ([]time.Duration, error) {
	stamps, err := s.commands.Timestamps()
	if err != nil {
		return nil, err
	}
	if stamps == nil {
		return shares(time.Since(s.started), make([]float64, len(s.recorded))), nil
	}
	times := make([]time.Duration, len(stamps)-1)
	for i := range times {
		times[i] = stamps[i+1] - stamps[i]
	}
	return timesOf(s.recorded, s.stamps, times), nil
}

// maxPoll is how long Wait polls. Longer submissions do not gain from it.
const maxPoll = 20 * time.Millisecond

// Poll makes Wait poll the device instead of sleeping until it has finished. Wait then returns
// about .1 ms earlier, and keeps a processor busy meanwhile. It is for short submissions that wait
// for the host.
func (r *Run) Poll() { r.polls = true }

// finish waits for a submission.
func (r *Run) finish(s *slot) error {
	for from := time.Now(); r.polls && time.Since(from) < maxPoll; {
		if done, err := s.commands.Wait(0); done || err != nil {
			return err
		}
	}
	return s.commands.Finish()
}
