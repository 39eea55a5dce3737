package api

import (
	"errors"
	"syscall"

	"github.com/aco-vk/aco-vk/serve/job"
)

// checkRoom refuses a job before its body is read, if the disk of the store is full.
func (s *service) checkRoom() error {
	if disk, err := s.store.Disk(); err == nil && disk.Free < disk.Reserve {
		return job.ErrNoSpace
	}
	return nil
}

// isFull reports whether a file could not be written because its disk is full.
func isFull(err error) bool { return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) }

// writeDisk adds the figures of the disk of the store, if the store knows it.
func (s *service) writeDisk(p *figures) {
	disk, err := s.store.Disk()
	if err != nil {
		return
	}
	p.value("acovk_disk_free_bytes", "gauge", "Free bytes of the disk with the data folder.", float64(disk.Free))
	p.value("acovk_disk_size_bytes", "gauge", "Size of the disk with the data folder.", float64(disk.Size))
	p.value("acovk_disk_reserve_bytes", "gauge", "Jobs are refused while less is free.", float64(disk.Reserve))
}
