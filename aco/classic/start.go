package classic

import (
	"errors"
	"time"

	"github.com/aco-vk/aco-vk/pipeline"
)

// Start calls start with the devices of a run, and again with those that did not fail, until it goes well. It returns what became of
// each device and the places of those that are left. The errors of start are by device; one that is not the device's ends it, as
// does the last device's.
func Start(devices []*pipeline.Device, started time.Time, start func(left []*pipeline.Device) []error) ([]DeviceResult, []int, error) {
	results := make([]DeviceResult, len(devices))
	for {
		var left []*pipeline.Device
		var places []int
		for i, device := range devices {
			if results[i].Lost == nil {
				left, places = append(left, device), append(places, i)
			}
		}
		errs := start(left)
		err := errors.Join(errs...)
		if err == nil {
			return results, places, nil
		}
		failed := 0
		for i, err := range errs {
			switch {
			case pipeline.DeviceFailed(err):
				failed++
				results[places[i]].Lost = &Loss{Elapsed: time.Since(started), Err: err, Start: true}
			case err != nil:
				return nil, nil, err
			}
		}
		if failed == len(left) {
			return nil, nil, err
		}
	}
}
