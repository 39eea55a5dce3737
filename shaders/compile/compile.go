// Package compile runs glslc over the shaders' sources, which lie in the working folder. The generator writes what it
// returns; a test compares what it returns with what was written.
package compile

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strings"

	"github.com/aco-vk/aco-vk/shaders"
)

// Optimized returns the module that ships.
func Optimized(v shaders.Variant) ([]byte, error) { return glslc(v, "-O") }

// Named returns a module that still has the names of its source; optimizing strips them.
func Named(v shaders.Variant) ([]byte, error) { return glslc(v, "-O0", "-g") }

func glslc(v shaders.Variant, options ...string) ([]byte, error) {
	// Vulkan 1.1 is the oldest version with subgroup operations.
	arguments := append([]string{"--target-env=vulkan1.1", "-Werror"}, options...)
	for _, macro := range v.Macros {
		arguments = append(arguments, "-D"+macro)
	}
	arguments = append(arguments, v.File, "-o", "-")
	command := exec.Command("glslc", arguments...)
	var module, messages bytes.Buffer
	command.Stdout, command.Stderr = &module, &messages
	if err := command.Run(); err != nil {
		return nil, fmt.Errorf("glslc %s: %w\n%s", strings.Join(arguments, " "), err, messages.String())
	}
	return module.Bytes(), nil
}

// Version returns what glslc says of itself and its parts, in one line.
func Version() (string, error) {
	out, err := exec.Command("glslc", "--version").Output()
	if err != nil {
		return "", fmt.Errorf("glslc --version: %w", err)
	}
	lines := strings.FieldsFunc(string(out), func(r rune) bool { return r == '\n' })
	var parts []string
	for _, line := range lines {
		if strings.HasPrefix(line, "shaderc") || strings.HasPrefix(line, "spirv-tools") || strings.HasPrefix(line, "glslang") {
			parts = append(parts, line)
		}
	}
	return strings.Join(parts, ", "), nil
}

// SourcesSHA256 hashes names and texts of all GLSL files, in the order of their names.
func SourcesSHA256() (string, error) {
	files, err := filepath.Glob("*.comp")
	if err != nil {
		return "", err
	}
	headers, err := filepath.Glob("include/*.glsl")
	if err != nil {
		return "", err
	}
	files = append(files, headers...)
	sort.Strings(files)
	hash := sha256.New()
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(hash, "%s %d\n", filepath.ToSlash(file), len(text))
		hash.Write(text)
	}
	return hex.EncodeToString(hash.Sum(nil)), nil
}
