package view

import (
	"encoding/binary"
	"slices"
	"testing"
)

func TestViewsShareMemory(t *testing.T) {
	words := []uint32{1, 0x01020304, 1 << 31}
	bytes := Bytes(words)
	if len(bytes) != 12 || binary.NativeEndian.Uint32(bytes[4:]) != words[1] {
		t.Errorf("bytes %v of %v", bytes, words)
	}
	again := Words(bytes[:11])
	if !slices.Equal(again, words[:2]) {
		t.Errorf("words %v of %v", again, bytes[:11])
	}
	if again[0] = 7; words[0] != 7 {
		t.Error("the words are a copy")
	}
	if Bytes(nil) != nil || Words(bytes[:3]) != nil {
		t.Error("a view of nothing")
	}
}
