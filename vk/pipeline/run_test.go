package pipeline_test

import (
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/vk/pipeline"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// evaporation returns a recording of one stage, evaporate, which halves every word, down to one.
func evaporation() pipeline.Recording {
	return pipeline.Recording{
		Buffers: []pipeline.Buffer{{Name: "state", Words: 6}, {Name: "pheromone", Words: 80}},
		Values:  map[string]uint32{"pitch": 8, "keep": 1 << 31},
		Passes: []pipeline.Pass{
			{Stage: "evaporate", Shader: &shaders.Evaporate, Units: 10,
				Constants: map[string]uint32{pipeline.GroupSize: 32}},
		},
		Readback: []string{"pheromone"},
	}
}

// wholePass is the pass of evaporation in one slice.
var wholePass = []pipeline.Slice{{Pass: 0, Count: 10}}

// start returns a run of a recording, with 1<<20 in all words of the pheromone.
func start(t *testing.T, recording pipeline.Recording) *pipeline.Run {
	t.Helper()
	run := must.Get(pipeline.Start(t.Context(), vktest.Open(t), recording))(t)
	t.Cleanup(run.Close)
	for name, word := range map[string]uint32{"state": 0, "pheromone": 1 << 20} {
		if run.HasBuffer(name) {
			must.Do(t, run.Fill(name, word))
		}
	}
	return run
}

// wait returns the oldest submission in flight.
func wait(t *testing.T, run *pipeline.Run) pipeline.Completed {
	t.Helper()
	done := must.Get(run.Wait())(t)
	return done
}

// Submissions run in order, are replayed without a new recording, and return the contents of
// buffers at their end.
func TestSubmissionsRunInOrder(t *testing.T) {
	run := start(t, evaporation())
	whole := wholePass
	parts := []pipeline.Slice{{Pass: 0, Count: 4}, {Pass: 0, First: 4, Count: 6}, {Pass: 0, Count: 10}}
	want := uint32(1 << 20)
	for _, step := range []struct {
		submission []pipeline.Slice
		halvings   int
	}{{whole, 1}, {whole, 1}, {parts, 2}, {whole, 1}, {parts, 2}} {
		must.Do(t, run.Submit(step.submission))
		must.Do(t, run.Submit(whole))
		if err := run.Submit(whole); err == nil {
			t.Fatal("a third submission was accepted")
		}
		for _, halvings := range []int{step.halvings, 1} {
			done := wait(t, run)
			want >>= halvings
			if len(done.Durations) != len(done.Slices) {
				t.Fatalf("%d times for %d slices", len(done.Durations), len(done.Slices))
			}
			for i, word := range done.Readback["pheromone"] {
				if word != max(1, want) {
					t.Fatalf("word %d is %d, want %d", i, word, want)
				}
			}
		}
	}
	if _, err := run.Wait(); err == nil {
		t.Error("no error for waiting without a submission")
	}
}

// A value that was set is used from the next submission on, even if that submission is a replay.
func TestSetAppliesToLaterSubmissions(t *testing.T) {
	run := start(t, evaporation())
	want := uint32(1 << 20)
	for step, halvings := range []int{1, 1, 1, 2, 2, 2, 1, 1, 1} {
		must.Do(t, run.Set("keep", 1<<(32-halvings)))
		must.Do(t, run.Submit(wholePass))
		want >>= halvings
		if got := wait(t, run).Readback["pheromone"][0]; got != want {
			t.Fatalf("after step %d: %d, want %d", step, got, want)
		}
	}
	if err := run.Set("voodoo", 1); err == nil {
		t.Error("no error for a value that no stage has")
	}
}

// Close waits for submissions in flight. Otherwise the device reports a leak at the end of the
// test.
func TestCloseWhileRunning(t *testing.T) {
	run := start(t, evaporation())
	for !run.Full() {
		must.Do(t, run.Submit(wholePass))
	}
}

func TestStartRefusesTooLargeBuffers(t *testing.T) {
	device := vktest.Open(t)
	recording := evaporation()
	recording.Buffers[1].Words = device.Info().StorageRangeBytes/4 + 1
	if run, err := pipeline.Start(t.Context(), device, recording); err == nil {
		run.Close()
		t.Error("a buffer beyond the storage range was accepted")
	}
}

// An input is what a submission works on. It counts for one submission. A limited readback returns
// the beginning of a buffer.
func TestInputsAndReadback(t *testing.T) {
	recording := evaporation()
	recording.Inputs = []string{"pheromone"}
	run := start(t, recording)
	want := make([]uint32, 80)
	for step, c := range []struct{ input, limit, read int }{{80, 80, 80}, {0, 80, 80}, {3, 5, 8}, {3, 5, 8}, {0, 5, 8}, {70, 8, 8}, {0, 65, 80}, {80, 1, 1}, {80, 0, 1}} {
		input := make([]uint32, c.input)
		for i := range input {
			input[i] = 1 << (20 + (step+i)%8)
		}
		if c.input > 0 {
			must.Do(t, run.Input("pheromone", input[:c.input/3], input[c.input/3:]))
			copy(want, input)
		}
		run.LimitReadback("pheromone", uint64(c.limit))
		must.Do(t, run.Submit(wholePass))
		done := wait(t, run)
		for i := range want {
			want[i] = max(1, want[i]>>1)
		}
		got := must.Get(run.Download("pheromone"))(t)
		known := max(c.input, 1) // behind the input are rounded words of earlier ones
		if !slices.Equal(got[:known], want[:known]) {
			t.Fatalf("step %d: %v, want %v", step, got[:known], want[:known])
		}
		copy(want, got)
		if read := done.Readback["pheromone"]; !slices.Equal(read, got[:c.read]) {
			t.Fatalf("step %d: read back %v, want %v", step, read, got[:c.read])
		}
	}
	for _, name := range []string{"state", "voodoo"} {
		if err := run.Input(name, []uint32{1}); err == nil {
			t.Errorf("no error for the input %q", name)
		}
	}
	for !run.Full() {
		must.Do(t, run.Submit(wholePass))
	}
	if err := run.Input("pheromone", []uint32{1}); err == nil {
		t.Error("an input was accepted while two submissions are in flight")
	}
}

// A run that polls returns what others return.
func TestPoll(t *testing.T) {
	run := start(t, evaporation())
	run.Poll()
	want := uint32(1 << 20)
	for step := range 12 {
		submission := wholePass
		if step%3 == 0 {
			submission = slices.Repeat(submission, 2)
		}
		must.Do(t, run.Submit(submission))
		done := wait(t, run)
		want >>= len(submission)
		if got := done.Readback["pheromone"]; got[0] != max(1, want) || len(done.Durations) != len(submission) {
			t.Fatalf("step %d: %d, want %d", step, got[0], want)
		}
	}
}
