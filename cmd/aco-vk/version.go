package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
)

// release is the version that the packages are built as, such as "1.2.3". The linker sets it.
var release string

type versionCommand struct{}

func (versionCommand) Run(c console) error {
	fmt.Fprintln(c.out, versionText(buildInfo()))
	return nil
}

// buildInfo returns the build information, with the version of the release.
func buildInfo() *debug.BuildInfo {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	return released(info, release)
}

// released returns build information with the version of a release; "" changes nothing.
func released(info *debug.BuildInfo, release string) *debug.BuildInfo {
	if release == "" {
		return info
	}
	named := *info
	named.Main.Version = "v" + release
	return &named
}

// version returns the version of the release or of the module, or the revision that it was built
// from.
func version() string {
	info := buildInfo()
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	if revision := setting(info, "vcs.revision"); revision != "" {
		return "devel " + revision
	}
	return "devel"
}

// dirty follows the commit of a build with changes.
const dirty = "+dirty"

// commit returns the commit that the program was built from, with the suffix "+dirty" if files had
// changed since; "" for a build outside a repository, and of go run.
func commit() string { return commitOf(buildInfo()) }

func commitOf(info *debug.BuildInfo) string {
	revision := setting(info, "vcs.revision")
	if revision != "" && setting(info, "vcs.modified") == "true" {
		revision += dirty
	}
	return revision
}

// program tells builds of the program apart: the commit or, of a build with changes or outside a
// repository, the hash of the executable.
func program() (string, error) {
	if commit := commit(); commit != "" && !strings.HasSuffix(commit, dirty) {
		return commit, nil
	}
	name, err := os.Executable()
	if err != nil {
		return "", err
	}
	return hashOf(name)
}

// hashOf tells an executable apart by what it has.
func hashOf(name string) (string, error) {
	file, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer file.Close()
	hash := sha256.New()
	if _, err := io.Copy(hash, file); err != nil {
		return "", fmt.Errorf("read %s: %w", name, err)
	}
	return "sha256:" + hex.EncodeToString(hash.Sum(nil)[:16]), nil
}

// versionText describes a build in one line: version, commit, its date, compiler and system.
// Builds outside a repository have no commit.
func versionText(info *debug.BuildInfo) string {
	text := "aco-vk devel"
	if v := info.Main.Version; v != "" && v != "(devel)" {
		text = "aco-vk " + v
	}
	if revision := setting(info, "vcs.revision"); revision != "" {
		text += ", commit " + revision
		if setting(info, "vcs.modified") == "true" {
			text += " with changes"
		}
		text += " of " + setting(info, "vcs.time")
	}
	return fmt.Sprintf("%s, %s %s/%s", text, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

func setting(info *debug.BuildInfo, key string) string {
	for _, s := range info.Settings {
		if s.Key == key {
			return s.Value
		}
	}
	return ""
}
