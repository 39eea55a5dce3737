package store

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/aco-vk/aco-vk/serve/job"
)

const (
	// largestReserve is the space that a large disk keeps for the jobs that are accepted: their
	// tours, checkpoints and results. On a small disk it is 1/reserveShare of its size.
	largestReserve = 64 << 20
	reserveShare   = 8
	// startReserve is the space that a server needs to start, in a file of the folder that it removes
	// first: other programs may have filled the disk.
	startReserve     = 1 << 20
	startReserveName = "reserve"
)

// Disk returns the disk of the folder. The error is errors.ErrUnsupported without a folder, and
// where the system does not tell.
func (s *Store) Disk() (job.Disk, error) {
	if s.options.Folder == "" {
		return job.Disk{}, errors.ErrUnsupported
	}
	free, size, err := diskOf(s.options.Folder)
	if err != nil {
		return job.Disk{}, fmt.Errorf("disk of the store: %w", err)
	}
	return job.Disk{Free: free, Size: size, Reserve: min(largestReserve, size/reserveShare)}, nil
}

// checkRoom returns job.ErrNoSpace if a client's object of some bytes would leave less than the
// reserve. A disk that does not say how much is free is taken as large enough.
func (s *Store) checkRoom(bytes int64) error {
	disk, err := s.Disk()
	if err != nil || disk.Free-bytes >= disk.Reserve {
		return nil
	}
	return fmt.Errorf("%w: %d MB of %d MB are free, and %d MB are kept for jobs that were accepted",
		job.ErrNoSpace, disk.Free>>20, disk.Size>>20, disk.Reserve>>20)
}

// holdReserve keeps space for the next start, as much as there is. A start without it can fail.
func holdReserve(folder string) {
	data := make([]byte, startReserve)
	rand.Read(data) // a disk that compresses must keep its size
	_ = os.WriteFile(filepath.Join(folder, startReserveName), data, 0o600)
}
