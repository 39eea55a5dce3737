package vk

import (
	"errors"
	"fmt"
	"strings"
)

// ErrNoLoader is the error of Open if no Vulkan loader is installed.
var ErrNoLoader = errors.New(
	"no Vulkan loader found: install the graphics driver of your device with its Vulkan part " +
		"(Debian and Ubuntu: libvulkan1 and mesa-vulkan-drivers, or the vendor's driver; macOS: the Vulkan SDK or MoltenVK)")

// ErrNoVulkan is the error of Open in a program that was built without cgo.
var ErrNoVulkan = errors.New(
	"this program was built without Vulkan: install one that was built with cgo (CGO_ENABLED=1 and a C compiler)")

// ErrNoDevices is the error of Open if the loader finds no device.
var ErrNoDevices = errors.New(
	"the Vulkan loader finds no device: install the driver of your GPU, or a software device " +
		"(Debian and Ubuntu: mesa-vulkan-drivers); if VK_ICD_FILENAMES or VK_DRIVER_FILES is set, check that it names a driver's .json file; " +
		loaderAdvice)

// loaderAdvice says how to find which file of a driver or layer makes the loader fail.
const loaderAdvice = "with VK_LOADER_DEBUG=error in the environment, the loader names files that it cannot use"

// ErrNoLayer is the error of Open if validation is requested and its layer is not installed.
var ErrNoLayer = errors.New("the Khronos validation layer is not installed: install it (Debian and Ubuntu: " +
	"vulkan-validationlayers; elsewhere: the Vulkan SDK), or run without validation")

// ErrHung is the error of a device that does not finish a submission. It is not waited for or
// freed any more.
var ErrHung = errors.New("the device or its driver hangs: reset the device or restart the system")

// ErrCrash is wrapped by an error of DeviceOptions.Check if the driver would end this process, or
// block it.
var ErrCrash = errors.New("the driver crashes or hangs: update the driver, or choose another device")

// Result is a VkResult: zero is success, errors are negative.
type Result int32

// String returns the name of the VkResult.
func (r Result) String() string {
	if name, ok := resultNames[r]; ok {
		return name
	}
	return fmt.Sprintf("VkResult %d", int32(r))
}

// Results that callers handle, or inject in tests.
const (
	Timeout              Result = 2
	OutOfHostMemory      Result = -1
	OutOfDeviceMemory    Result = -2
	InitializationFailed Result = -3
	DeviceLost           Result = -4
	MemoryMapFailed      Result = -5
)

var resultNames = map[Result]string{
	0:           "VK_SUCCESS",
	1:           "VK_NOT_READY",
	2:           "VK_TIMEOUT",
	5:           "VK_INCOMPLETE",
	-1:          "VK_ERROR_OUT_OF_HOST_MEMORY",
	-2:          "VK_ERROR_OUT_OF_DEVICE_MEMORY",
	-3:          "VK_ERROR_INITIALIZATION_FAILED",
	-4:          "VK_ERROR_DEVICE_LOST",
	-5:          "VK_ERROR_MEMORY_MAP_FAILED",
	-6:          "VK_ERROR_LAYER_NOT_PRESENT",
	-7:          "VK_ERROR_EXTENSION_NOT_PRESENT",
	-8:          "VK_ERROR_FEATURE_NOT_PRESENT",
	-9:          "VK_ERROR_INCOMPATIBLE_DRIVER",
	-10:         "VK_ERROR_TOO_MANY_OBJECTS",
	-12:         "VK_ERROR_FRAGMENTED_POOL",
	-13:         "VK_ERROR_UNKNOWN",
	-1000012000: "VK_ERROR_INVALID_SHADER_NV",
	-1000069000: "VK_ERROR_OUT_OF_POOL_MEMORY",
	-1000072003: "VK_ERROR_INVALID_EXTERNAL_HANDLE",
	-1000257000: "VK_ERROR_INVALID_OPAQUE_CAPTURE_ADDRESS",
	1000297000:  "VK_PIPELINE_COMPILE_REQUIRED",
}

// Error is a failed operation.
type Error struct {
	Op     string // the operation with its object, such as `bind pipeline "construct"`
	Result Result // of Vulkan; 0 if the request was refused before Vulkan was called
	Detail string // the cause, and what to do
}

func (e *Error) Error() string {
	s := "vk: " + e.Op
	if e.Detail != "" {
		s += ": " + e.Detail
	}
	if e.Result != 0 {
		s += ": " + e.Result.String()
	}
	return s
}

// ValidationError has the messages of the validation layer for an operation or earlier ones.
type ValidationError struct {
	Op       string
	Messages []string // each as "message id: text"
}

func (e *ValidationError) Error() string {
	return fmt.Sprintf("vk: %s: %d validation messages: %s", e.Op, len(e.Messages), strings.Join(e.Messages, "; "))
}

// loaderError is the error of a loader that is missing, fails or finds no device.
type loaderError struct{ error }

func (e loaderError) Unwrap() error { return e.error }

// OpeningError is the error of a device that [DeviceOptions].Before lets OpenDevice open in the
// background, and that could not be opened.
type OpeningError struct{ Err error }

func (e *OpeningError) Error() string { return e.Err.Error() }

func (e *OpeningError) Unwrap() error { return e.Err }

// IsUnavailable reports whether an error of Open says that there is no Vulkan here: the program
// has none, no loader is installed, it fails, or it finds no device.
func IsUnavailable(err error) bool {
	_, failed := errors.AsType[loaderError](err)
	return failed || errors.Is(err, ErrNoVulkan)
}

// IsDeviceLost reports whether the device was lost. None of its objects can be used any more;
// close it.
func IsDeviceLost(err error) bool { return isResult(err, DeviceLost) }

// IsOutOfMemory reports whether an allocation of device or host memory failed.
func IsOutOfMemory(err error) bool {
	return isResult(err, OutOfDeviceMemory) || isResult(err, OutOfHostMemory)
}

func isResult(err error, r Result) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && e.Result == r
}

// IsFailure reports whether a Vulkan call failed, the driver crashes or the device hangs, so that
// another device may succeed. A request that was refused before Vulkan was called is not a
// failure: it is wrong on all devices.
func IsFailure(err error) bool {
	e, ok := errors.AsType[*Error](err)
	return errors.Is(err, ErrHung) || errors.Is(err, ErrCrash) || ok && e.Result != 0
}

// refuse returns the error of an invalid request.
func refuse(op, format string, args ...any) error {
	return &Error{Op: op, Detail: fmt.Sprintf(format, args...)}
}
