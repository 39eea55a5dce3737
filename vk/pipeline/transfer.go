package pipeline

import (
	"context"
	"fmt"
	"maps"
	"math/bits"
	"runtime"

	"github.com/aco-vk/aco-vk/internal/parallel"
	"github.com/aco-vk/aco-vk/internal/view"
	"github.com/aco-vk/aco-vk/vk"
)

// Input fills the beginning of a buffer of Recording.Inputs, with one part after the other, when the
// next submission begins. It costs no submission of its own, unlike Upload. It cannot be called
// while two submissions are in flight.
func (r *Run) Input(name string, parts ...[]uint32) error {
	if r.Full() {
		return &RecordingError{Op: "input", Reason: fmt.Sprintf("%d submissions are in flight: wait for one first",
			maxInFlight)}
	}
	buffer, ok := r.slots[r.submitted%maxInFlight].inputs[name]
	if !ok {
		return &RecordingError{Op: "input", Reason: fmt.Sprintf("%q is no input", name)}
	}
	words := uint64(0)
	for _, part := range parts {
		if err := r.device.Upload(buffer, 4*words, view.Bytes(part)); err != nil {
			return err
		}
		words += uint64(len(part))
	}
	r.inputs[name] = roundWords(words, buffer.Bytes()/4)
	return nil
}

// LimitReadback makes later submissions read back at least so many words at the beginning of a
// buffer of Recording.Readback, instead of all of them.
func (r *Run) LimitReadback(name string, words uint64) {
	words = roundWords(words, r.buffers[name].Bytes()/4)
	if r.readback[name] != words {
		r.readback[name] = words
		r.version++
	}
}

// roundWords rounds a number of words up to a power of two, but not above the size of their
// buffer. So similar numbers need no new recording.
func roundWords(words, size uint64) uint64 {
	return min(1<<bits.Len64(max(words, 1)-1), size)
}

// recordInputs records the copies of the inputs.
func (r *Run) recordInputs(s *slot) {
	var filled []*vk.Buffer
	for name, words := range r.inputs {
		s.commands.Copy(s.inputs[name], r.buffers[name], 0, 0, 4*words)
		filled = append(filled, r.buffers[name])
	}
	s.commands.Barrier(filled, vk.Transfer, vk.Compute)
	s.recordedInputs = maps.Clone(r.inputs)
}

// recordReadback records the copies of the buffers that are read back.
func (r *Run) recordReadback(s *slot) {
	s.commands.Barrier(r.buffersNamed(r.recording.Readback), vk.Compute, vk.Transfer)
	var copies []*vk.Buffer
	for _, name := range r.recording.Readback {
		s.commands.Copy(r.buffers[name], s.readback[name], 0, 0, 4*r.readback[name])
		copies = append(copies, s.readback[name])
	}
	s.commands.Barrier(copies, vk.Transfer, vk.Host)
	s.recordedReadback = maps.Clone(r.readback)
}

// UploadWords bounds the words of a matrix that the host computes and uploads at a time: 16 MiB.
const UploadWords = 4 << 20

// UploadRows fills a buffer with a matrix, at most UploadWords at a time. width is the number of
// words between rows in the buffer. fill writes a row; all processors call it. It need not write
// padding, which stays zero. When ctx ends first, the error wraps the context's.
func (r *Run) UploadRows(ctx context.Context, buffer string, rows, width int,
	fill func(row int, words []uint32)) error {
	maxRows := min(rows, max(1, UploadWords/width))
	words := make([]uint32, maxRows*width)
	for first := 0; first < rows; first += maxRows {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("uploading %s: %w", buffer, err)
		}
		count := min(maxRows, rows-first)
		parallel.Parts(count, runtime.GOMAXPROCS(0), func(_, from, to int) {
			for row := from; row < to; row++ {
				fill(first+row, words[row*width:][:width])
			}
		})
		if err := r.Upload(buffer, uint64(first)*uint64(width), words[:count*width]); err != nil {
			return err
		}
	}
	return nil
}
