package main

import (
	"os"
	"regexp"
	"testing"

	"github.com/aco-vk/aco-vk/aco/option"
)

// The header has each option that C offers.
func TestOptionsOfC(t *testing.T) {
	header, err := os.ReadFile("aco_vk.h")
	if err != nil {
		t.Fatal(err)
	}
	options := regexp.MustCompile(`(?s)typedef struct aco_vk_options \{.*?\} aco_vk_options;`).Find(header)
	for _, name := range option.Offered(option.C) {
		if !regexp.MustCompile(`\b` + name + `;`).Match(options) {
			t.Errorf("aco_vk_options has no %s", name)
		}
	}
}
