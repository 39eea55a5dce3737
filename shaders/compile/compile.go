// Package compile runs glslc on the shaders' sources, in the working folder. Tool shadergen
// compiles the embedded modules with it, and tests tell whether the modules belong to the
// sources.
package compile

import (
	"bytes"
	"fmt"
	"os/exec"
	"strings"

	"github.com/aco-vk/aco-vk/shaders"
)

// The options of glslc for modules that ship, and for modules that keep the names of their source.
var (
	optimize = []string{"-O"}
	keepName = []string{"-O0", "-g"}
)

// Optimized returns the module that ships.
func Optimized(v shaders.Variant) ([]byte, error) { return glslc(v, optimize) }

// Named returns a module with the names of its source, not optimized.
func Named(v shaders.Variant) ([]byte, error) { return glslc(v, keepName) }

// arguments returns the arguments of glslc for a variant, without the file. Vulkan 1.1 is the
// oldest version with subgroup operations.
func arguments(v shaders.Variant, options []string) []string {
	all := append([]string{"--target-env=vulkan1.1", "-Werror"}, options...)
	for _, macro := range v.Macros {
		all = append(all, "-D"+macro)
	}
	return all
}

func glslc(v shaders.Variant, options []string) ([]byte, error) {
	all := append(arguments(v, options), v.File, "-o", "-")
	command := exec.Command("glslc", all...)
	var module, messages bytes.Buffer
	command.Stdout, command.Stderr = &module, &messages
	if err := command.Run(); err != nil {
		return nil, fmt.Errorf("glslc %s: %w\n%s", strings.Join(all, " "), err, messages.String())
	}
	return module.Bytes(), nil
}

// Version returns the versions of glslc and its parts, in one line.
func Version() (string, error) {
	out, err := exec.Command("glslc", "--version").Output()
	if err != nil {
		return "", fmt.Errorf("glslc --version: %w", err)
	}
	var parts []string
	for line := range strings.Lines(string(out)) {
		if strings.HasPrefix(line, "shaderc") || strings.HasPrefix(line, "spirv-tools") ||
			strings.HasPrefix(line, "glslang") {
			parts = append(parts, strings.TrimSpace(line))
		}
	}
	return strings.Join(parts, ", "), nil
}
