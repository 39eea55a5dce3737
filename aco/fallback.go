package aco

import (
	"errors"
	"fmt"

	"github.com/aco-vk/aco-vk/internal/vkdevice"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// next opens the next device that the automatic choice has not tried. The processor is the last.
func (o opened) next(options vkdevice.Options) (opened, error) {
	why := "no Vulkan device can be used"
	for {
		instance, err := vk.Open(options.Vulkan)
		if vk.IsUnavailable(err) {
			return automaticProcessor(err.Error()), nil
		}
		if err != nil {
			return o, err
		}
		all := instance.Devices()
		best := vkdevice.Automatic(all)
		if o.tried >= len(best) {
			if software := vkdevice.Ranked(all); o.tried == 0 && len(software) > 0 {
				why = fmt.Sprintf("there is no GPU, and it finds shorter tours than %s in the same time",
					all[software[0]].Name)
			}
			return automaticProcessor(why), instance.Close()
		}
		index := best[o.tried]
		o.tried++
		found, err := o.open(options, instance, index)
		if err == nil {
			return found, nil
		}
		why = err.Error()
		instance.Close()
	}
}

// automaticProcessor is the processor at the end of the automatic choice.
func automaticProcessor(why string) opened {
	return opened{name: processorName, notice: "the run uses the processor: " + why}
}

// replace closes a device that was chosen automatically and opens the next one. It reports
// whether it did.
func (d *Device) replace() bool {
	failed := d.state()
	if !failed.auto {
		return false
	}
	next, err := failed.next(d.options)
	if err != nil {
		return false
	}
	failed.close() // it failed already
	d.set(next)
	return true
}

// reopen opens a device that was lost again. The caller has taken it.
func (d *Device) reopen() error {
	lost := d.state()
	if !lost.lost {
		return nil
	}
	now, err := openChoice(d.choice, d.options)
	if err != nil {
		return fmt.Errorf("%s was lost in an earlier run: %w", d.Name(), openError(err))
	}
	lost.close() // it failed already
	d.set(now)
	return nil
}

// noteLost notes the devices that the driver has reset, which are of no use until they are opened again.
func (r *request) noteLost(result *Result, failure error) {
	for i, d := range r.devices {
		lost := vk.IsDeviceLost(failure)
		if result != nil && result.Devices[i].Lost != nil {
			lost = vk.IsDeviceLost(result.Devices[i].Lost.Err)
		}
		if now := d.state(); lost && now.device != nil {
			now.lost = true
			d.set(now)
		}
	}
}

// replaceDevice replaces a device that was chosen automatically and failed before the first
// iteration. It reports whether it did.
func (r *request) replaceDevice(failure error) bool {
	opening := (*vk.OpeningError)(nil)
	if len(r.devices) != 1 || !pipeline.DeviceFailed(failure) && !errors.As(failure, &opening) {
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
