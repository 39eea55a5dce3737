package api

import (
	"errors"
	"syscall"

	"github.com/aco-vk/aco-vk/serve/job"
)

// disk returns the disk of the store. known is false if the store does not know it.
func (s *service) disk() (_ job.Disk, known bool) {
	store, ok := s.store.(interface{ Disk() (job.Disk, error) })
	if !ok {
		return job.Disk{}, false
	}
	disk, err := store.Disk()
	return disk, err == nil
}

// checkRoom refuses a job before its body is read, if the disk of the store is full.
func (s *service) checkRoom() error {
	if disk, known := s.disk(); known && disk.Free < disk.Reserve {
		return job.ErrNoSpace
	}
	return nil
}

// isFull reports whether a file could not be written because its disk is full.
func isFull(err error) bool { return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) }

// writeDisk adds the figures of the disk of the store, if the store knows it.
func (s *service) writeDisk(p *figures) {
	disk, known := s.disk()
	if !known {
		return
	}
	p.value("acovk_disk_free_bytes", "gauge", "Free bytes of the disk with the data folder.", float64(disk.Free))
	p.value("acovk_disk_size_bytes", "gauge", "Size of the disk with the data folder.", float64(disk.Size))
	p.value("acovk_disk_reserve_bytes", "gauge", "Jobs are refused while less is free.", float64(disk.Reserve))
}
