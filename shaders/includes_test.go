package shaders

import (
	"path"
	"regexp"
	"strings"
	"testing"
)

// Every header is included by a file.
func TestHeadersAreIncluded(t *testing.T) {
	include := regexp.MustCompile(`(?m)^#include "(.+)"`)
	included := map[string]bool{}
	texts := sources(t)
	for file, text := range texts {
		for _, match := range include.FindAllStringSubmatch(text, -1) {
			included[path.Join(path.Dir(file), match[1])] = true
		}
	}
	for file := range texts {
		if strings.HasSuffix(file, ".glsl") && !included[file] {
			t.Errorf("%s: no file includes it", file)
		}
	}
}
