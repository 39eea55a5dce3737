package vk

/*
#include <stdlib.h>
#include "shim.h"
*/
import "C"

import "unsafe"

// Names for vulkan-go, which does not add the terminating zero.
const (
	validationLayer      = "VK_LAYER_KHRONOS_validation\x00"
	debugUtils           = "VK_EXT_debug_utils\x00"
	validationFeatures   = "VK_EXT_validation_features\x00"
	portabilityEnumerate = "VK_KHR_portability_enumeration\x00"
	portabilitySubset    = "VK_KHR_portability_subset\x00"
)

// messages are the messages of the validation layer, stored in C until they are drained. Its
// methods may be called concurrently. A nil messages has none.
type messages struct {
	list      *C.avk_messages
	messenger C.VkDebugUtilsMessengerEXT
}

func newMessages() *messages { return &messages{list: C.avk_messages_new()} }

// drain removes the messages so far and returns them as an error.
func (m *messages) drain(op string) error {
	if m == nil {
		return nil
	}
	var all []string
	for {
		text := C.avk_messages_take(m.list)
		if text == nil {
			break
		}
		all = append(all, C.GoString(text))
		C.free(unsafe.Pointer(text))
	}
	if len(all) == 0 {
		return nil
	}
	return &ValidationError{Op: op, Messages: all}
}

func (m *messages) free() {
	if m != nil {
		C.avk_messages_free(m.list)
		m.list = nil
	}
}
