package pipeline

import (
	"errors"
	"fmt"

	"github.com/aco-vk/aco-vk/vk"
)

// ErrWrongResult is the error of a device that returned a result that cannot be right.
var ErrWrongResult = errors.New("the device or its driver computes wrong results")

// DeviceGone reports whether an error ends the use of a device: it hangs or was lost.
func DeviceGone(err error) bool { return errors.Is(err, vk.ErrHung) || vk.IsDeviceLost(err) }

// DeviceFailed reports whether an error is the device's fault, so that another device may succeed:
// it hangs or was lost, a Vulkan call failed, or a result was wrong.
func DeviceFailed(err error) bool { return vk.IsFailure(err) || errors.Is(err, ErrWrongResult) }

// RecordingError is a mistake in a recording, or in the use of its run. The caller has to correct
// it; no device would accept it.
type RecordingError struct {
	Op     string // such as "validate recording" or "submit"
	Stage  string // of the pass with the mistake; "" if it is not in a pass
	Reason string
}

func (e *RecordingError) Error() string {
	if e.Stage != "" {
		return fmt.Sprintf("%s: stage %s: %s", e.Op, e.Stage, e.Reason)
	}
	return fmt.Sprintf("%s: %s", e.Op, e.Reason)
}
