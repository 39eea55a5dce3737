package classic

import (
	"context"
	"time"
)

func (d *deviceColonies) begun() int {
	begun := 0
	for _, s := range d.pending {
		begun += s.iterations
	}
	if d.cutter.MidIteration() {
		begun++
	}
	return begun
}

func (d *deviceColonies) rest() (b batch, err error) {
	d.cutter.StartAfter("best")
	for d.begun() > 0 && err == nil {
		b, err = d.advance(context.Background(), 1, time.Time{})
	}
	return b, err
}

func (d *deviceColonies) read(name string, at uint64, words []uint32) error {
	if d.begun() > 0 {
		return errPartway
	}
	return d.run.Read(name, at, words)
}

func (d *deviceColonies) write(name string, at uint64, words []uint32) error {
	return d.run.Upload(name, at, words)
}
