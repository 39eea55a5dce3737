package lockstep

import (
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// Device runs the stages of a recording on a device.
type Device struct {
	Run       *pipeline.Run
	Recording pipeline.Recording
	// Cuts, if not nil, draws where RunStage cuts the passes of a stage: a run saves and restores
	// data there. Nil: as few slices as possible.
	Cuts *rand.Rand

	ran     []pipeline.Slice // the slices of the last stage
	time    time.Duration    // of all stages so far
	capture *Capture         // nil unless the stage is captured
}

// Passes returns the passes of an iteration.
func (d *Device) Passes() []pipeline.Pass { return d.Recording.Passes }

// DeviceTime returns the time that the device needed for all stages so far, without the reference
// and the comparison.
func (d *Device) DeviceTime() time.Duration { return d.time }

// Cut returns a stage in slices of at most the given number of units.
func (d *Device) Cut(stage string, units uint32) (all []pipeline.Slice) {
	passes := d.Passes()
	for i := 0; i < len(passes); i = pipeline.LoopEnd(passes, i) {
		if passes[i].Stage == stage {
			all = append(all, cutPass(passes, i, units)...)
		}
	}
	return all
}

// cutPass returns a pass in slices of at most the given number of units.
func cutPass(passes []pipeline.Pass, i int, units uint32) (all []pipeline.Slice) {
	pass := passes[i]
	size := min(units, pass.Units)
	if pass.MaxUnits > 0 {
		size = min(size, pass.MaxUnits)
	}
	for first := uint32(0); first < pass.Units; first += size {
		all = append(all, pipeline.Slice{Pass: i, First: first, Count: min(size, pass.Units-first)})
	}
	return all
}

// submitStage runs a stage, in slices that Cuts draws.
func (d *Device) submitStage(stage string) error {
	d.ran = d.Whole(stage)
	if d.Cuts != nil {
		d.ran = d.cutAtRandom(d.ran)
	}
	return d.Submit(d.ran...)
}

// Ran returns the slices of the last stage that RunStage has run.
func (d *Device) Ran() []pipeline.Slice { return d.ran }

// maxCuts is the most places where a stage is cut at random.
const maxCuts = 8

// cutAtRandom cuts slices at up to maxCuts units. One time in four it leaves them whole.
func (d *Device) cutAtRandom(whole []pipeline.Slice) (all []pipeline.Slice) {
	if d.Cuts.IntN(4) == 0 {
		return whole
	}
	cuts := map[int][]uint32{} // by slice
	for range maxCuts {
		i := d.Cuts.IntN(len(whole))
		cuts[i] = append(cuts[i], d.Cuts.Uint32N(whole[i].Count))
	}
	for i, s := range whole {
		end := s.First + s.Count
		slices.Sort(cuts[i])
		for _, cut := range slices.Compact(cuts[i]) {
			if cut > 0 {
				all = append(all, pipeline.Slice{Pass: s.Pass, First: s.First, Count: whole[i].First + cut - s.First})
				s.First = whole[i].First + cut
			}
		}
		s.Count = end - s.First
		all = append(all, s)
	}
	return all
}

// Whole returns a stage in as few slices as possible.
func (d *Device) Whole(stage string) []pipeline.Slice { return d.Cut(stage, math.MaxUint32) }

// Submit runs slices and waits for them. A device that is only described runs nothing.
func (d *Device) Submit(all ...pipeline.Slice) error {
	const maxSlices = 200 // of a submission; package pipeline allows 512
	if d.capture != nil {
		if err := d.captureSubmission(all); err != nil {
			return err
		}
	}
	if d.Run.Described() {
		return nil
	}
	for chunk := range slices.Chunk(all, maxSlices) {
		if err := d.Run.Submit(chunk); err != nil {
			return err
		}
		completed, err := d.Run.Wait()
		if err != nil {
			return err
		}
		d.time += completed.DeviceTime()
	}
	return nil
}

// Close frees the resources on the device.
func (d *Device) Close() { d.Run.Close() }
