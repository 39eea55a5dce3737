package vk

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// A manifest that a loader cannot use is named by the error of Open, which says that Vulkan is
// unavailable.
func TestBrokenManifests(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("drivers are not in these folders")
	}
	folder := t.TempDir()
	write := func(name, text string) string {
		file := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return file
	}
	text := write("text.so", "no library")
	for name, c := range map[string]struct{ variable, file, reason string }{
		"driver, no JSON":      {"VK_DRIVER_FILES", write("half.json", "{"), "is not valid JSON"},
		"driver, old variable": {"VK_ICD_FILENAMES", write("half.json", "{"), "is not valid JSON"},
		"driver, missing":      {"VK_DRIVER_FILES", filepath.Join(folder, "none.json"), "does not exist"},
		"driver, empty":        {"VK_DRIVER_FILES", write("empty.json", ""), "is empty"},
		"driver, empty folder": {"VK_DRIVER_FILES", t.TempDir(), "is a folder without manifests"},
		"driver, no library": {"VK_DRIVER_FILES", write("object.json", `{"ICD":{}}`),
			`has no string "library_path"`},
		"driver, lost library": {"VK_DRIVER_FILES", write("lost.json", manifestOf("./lost.so")),
			"lost.so, which does not exist"},
		"driver, not a library": {"VK_DRIVER_FILES", write("text.json", manifestOf(text)),
			"text.so, which is not a library"},
		"implicit layer":   {"XDG_DATA_HOME", write("a/vulkan/implicit_layer.d/l.json", "{"), "is not valid JSON"},
		"explicit layer":   {"XDG_DATA_HOME", write("b/vulkan/explicit_layer.d/l.json", "[1"), "is not valid JSON"},
		"installed driver": {"XDG_DATA_HOME", write("c/vulkan/icd.d/l.json", "{"), "is not valid JSON"},
	} {
		t.Run(name, func(t *testing.T) {
			value := c.file
			if c.variable == "XDG_DATA_HOME" {
				value = filepath.Join(folder, strings.Split(strings.TrimPrefix(c.file, folder), "/")[1])
				t.Setenv("VK_DRIVER_FILES", "")
			}
			t.Setenv("VK_ICD_FILENAMES", "")
			t.Setenv(c.variable, value)
			if c.variable == "VK_ICD_FILENAMES" {
				t.Setenv("VK_DRIVER_FILES", "")
			}
			if broken := brokenManifest(); broken == nil || broken.File != c.file ||
				!strings.Contains(broken.Reason, c.reason) {
				t.Errorf("found %+v", broken)
			}
			instance, err := Open(Options{})
			if errors.Is(err, ErrNoLoader) || errors.Is(err, ErrNoVulkan) {
				return
			}
			if named, ok := errors.AsType[*ManifestError](err); !ok || named.File != c.file || !IsUnavailable(err) {
				t.Errorf("the error of Open is %v", err)
			}
			instance.Close()
		})
	}
}

func manifestOf(library string) string {
	return `{"file_format_version":"1.0.0","ICD":{"api_version":"1.1.0","library_path":"` + library + `"}}`
}

// Manifests without a fault are not named.
func TestSoundManifests(t *testing.T) {
	file := filepath.Join(t.TempDir(), "driver.json")
	if err := os.WriteFile(file, []byte(manifestOf("libdriver.so")), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, variable := range []string{"XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "XDG_DATA_HOME", "XDG_DATA_DIRS"} {
		t.Setenv(variable, t.TempDir())
	}
	t.Setenv("VK_DRIVER_FILES", file)
	if broken := brokenManifest(); broken != nil {
		t.Error(broken)
	}
}
