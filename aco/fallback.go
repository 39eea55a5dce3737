package aco

import (
	"errors"
	"fmt"

	"github.com/aco-vk/aco-vk/internal/vkdevice"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/vk"
)

// openNext opens the next device that the automatic choice has not tried. The processor is the
// last.
func (d *Device) openNext() error {
	why := "no Vulkan device can be used"
	for {
		instance, err := vk.Open(d.options.Vulkan)
		if vk.IsUnavailable(err) {
			d.useProcessor(err.Error())
			return nil
		}
		if err != nil {
			return err
		}
		found := instance.Devices()
		best := vkdevice.Automatic(found)
		if d.tried >= len(best) {
			if software := vkdevice.Ranked(found); d.tried == 0 && len(software) > 0 {
				why = fmt.Sprintf("there is no GPU, and it finds shorter tours than %s in the same time",
					found[software[0]].Name)
			}
			d.useProcessor(why)
			return instance.Close()
		}
		device, err := d.open(instance, best[d.tried])
		d.tried++
		if err == nil {
			d.instance, d.device = instance, device
			return nil
		}
		why = err.Error()
		instance.Close()
	}
}

// useProcessor ends the automatic choice.
func (d *Device) useProcessor(why string) {
	d.auto, d.instance, d.device = false, nil, nil
	d.notice = "the run uses the processor: " + why
}

// replace closes a device that was chosen automatically and opens the next one. It reports
// whether it did.
func (d *Device) replace() bool {
	if !d.auto {
		return false
	}
	next := *d
	if err := next.openNext(); err != nil {
		return false
	}
	d.Close() // it failed already
	*d = next
	return true
}

// replaceDevice replaces a device that was chosen automatically and failed before the first
// iteration. It reports whether it did.
func (r *request) replaceDevice(failure error) bool {
	if len(r.devices) != 1 || !pipeline.DeviceFailed(failure) {
		return false
	}
	failed := r.devices[0].Name()
	if !r.devices[0].replace() {
		return false
	}
	r.notify(NoticeFallback, fmt.Sprintf("%s takes the place of %s, which failed: %v", r.devices[0].Name(), failed,
		failure))
	return true
}

// replaceAlgorithm replaces Merged if it was chosen automatically and the device cannot run its
// shaders: some devices bind too few buffers to a shader. It reports whether it did. Where Merged
// needs too much memory, the others do as well.
func (r *request) replaceAlgorithm(failure error) bool {
	var tooLarge *pipeline.TooLargeError
	automatic, ok := r.options.Method.(Automatic)
	if _, isMerged := r.runner.(*mergedRunner); !ok || !isMerged {
		return false
	}
	if !errors.As(failure, &tooLarge) || tooLarge.OfMemory() {
		return false
	}
	r.dropPairs()
	runner, err := automatic.classic(r).newRunner(r)
	if err != nil {
		return false
	}
	r.runner = runner
	const text = "the device cannot run the default solver (merged), so the best of the other algorithms runs: %s"
	r.notify(NoticeFallback, fmt.Sprintf(text, tooLarge.Reason()))
	return true
}
