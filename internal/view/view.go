// Package view reinterprets slices of bytes and 32-bit words without copying. Vulkan requires host
// and device to have the same byte order.
package view

import "unsafe"

// Bytes returns the bytes of words.
func Bytes(words []uint32) []byte {
	if len(words) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(&words[0])), 4*len(words))
}

// Words returns the words of bytes that are aligned to 4, as allocated and mapped memory is. Up to
// three bytes at the end are left out.
func Words(bytes []byte) []uint32 {
	if len(bytes) < 4 {
		return nil
	}
	return unsafe.Slice((*uint32)(unsafe.Pointer(&bytes[0])), len(bytes)/4)
}
