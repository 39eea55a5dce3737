package main

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/internal/must"
)

// The header has each option that C offers.
func TestOptionsOfC(t *testing.T) {
	header := must.Get(os.ReadFile("aco_vk.h"))(t)
	options := regexp.MustCompile(`(?s)typedef struct aco_vk_options \{.*?\} aco_vk_options;`).Find(header)
	for _, name := range option.Offered(option.C) {
		if !regexp.MustCompile(`\b` + name + `;`).Match(options) {
			t.Errorf("aco_vk_options has no %s", name)
		}
	}
}

// Texts that do not fit end with their number, also after a first one that is too long.
func TestFitting(t *testing.T) {
	texts := slices.Repeat([]string{"problem 7: bad"}, 10) // of 15 bytes with its end
	for room, want := range map[int]string{150: "", 149: "... and 3 more", 100: "... and 6 more", 1: "... and 9 more"} {
		got := fitting(texts, room)
		if last := got[len(got)-1]; want == "" && !slices.Equal(got, texts) || want != "" && last != want {
			t.Errorf("%d bytes: %q, want %q last", room, got, want)
		}
	}
	for room := 40; room < 44; room++ {
		long := strings.Repeat("ü", 30)
		got := strings.Join(fitting([]string{long, "bad"}, room), "\n")
		if len(got) > room || !utf8.ValidString(got) || !strings.HasSuffix(got, "\n... and 1 more") {
			t.Errorf("%d bytes: %q", room, got)
		}
		if alone := fitting([]string{long}, room); len(alone) != 1 || len(alone[0]) >= room || !strings.HasPrefix(long, alone[0]) {
			t.Errorf("%d bytes: %q", room, alone)
		}
	}
}
