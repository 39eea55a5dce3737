package pipeline

import (
	"context"
	"fmt"
	"runtime"

	"github.com/aco-vk/aco-vk/internal/parallel"
)

// UploadWords bounds the words of a matrix that the host computes and uploads at a time: 16 MiB.
const UploadWords = 4 << 20

// UploadRows fills a buffer with a matrix, at most UploadWords at a time. width is the number of words between rows in the buffer. fill
// writes a row; all processors call it. It need not write padding, which stays zero. When ctx ends first, the error wraps the context's.
func (r *Run) UploadRows(ctx context.Context, buffer string, rows, width int, fill func(row int, words []uint32)) error {
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
