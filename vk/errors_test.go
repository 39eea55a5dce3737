//go:build cgo

package vk

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/vulkan-go/vulkan"
)

func TestErrorsNameOperationCauseAndResult(t *testing.T) {
	for _, c := range []struct {
		err  error
		want string
	}{
		{refuse(`bind pipeline "p"`, "%d buffers", 3), `vk: bind pipeline "p": 3 buffers`},
		{check("list devices", vulkan.ErrorInitializationFailed),
			"vk: list devices: the driver failed: update it, or choose another device: VK_ERROR_INITIALIZATION_FAILED"},
		{check("x", -77), "vk: x: the driver failed: update it, or choose another device: VkResult -77"},
		{&ValidationError{Op: "submit", Messages: []string{"a: b", "c: d"}},
			"vk: submit: 2 validation messages: a: b; c: d"},
		{openError(ErrNoLoader, "tried x"), "vk: open: " + ErrNoLoader.Error() + " (tried x)"},
	} {
		if c.err.Error() != c.want {
			t.Errorf("%q, want %q", c.err, c.want)
		}
	}
	if check("x", vulkan.Success) != nil {
		t.Error("the result of a successful call is an error")
	}
}

func TestErrorsAreFoundInsideOthers(t *testing.T) {
	lost := check("submit", vulkan.ErrorDeviceLost)
	wrapped := fmt.Errorf("iteration 3: %w", errors.Join(errors.New("other"), lost))
	if !IsDeviceLost(wrapped) || IsOutOfMemory(wrapped) || !strings.Contains(wrapped.Error(), "VK_ERROR_DEVICE_LOST") {
		t.Errorf("device lost: %v", wrapped)
	}
	var e *Error
	if !errors.As(wrapped, &e) || e.Op != "submit" {
		t.Errorf("no *Error in %v", wrapped)
	}
	for _, r := range []vulkan.Result{vulkan.ErrorOutOfDeviceMemory, vulkan.ErrorOutOfHostMemory} {
		if err := check("x", r); !IsOutOfMemory(err) || IsDeviceLost(err) {
			t.Errorf("out of memory: %v", err)
		}
	}
	if IsDeviceLost(nil) || IsOutOfMemory(errors.New("x")) {
		t.Error("an error of another kind")
	}
	if !errors.Is(openError(ErrNoDevices, ""), ErrNoDevices) {
		t.Error("an error of Open hides its cause")
	}
}
