package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

type versionCommand struct{}

func (versionCommand) Run(c console) error {
	fmt.Fprintln(c.out, versionText(buildInfo()))
	return nil
}

func buildInfo() *debug.BuildInfo {
	if info, ok := debug.ReadBuildInfo(); ok {
		return info
	}
	return &debug.BuildInfo{}
}

// version returns the module's version, or the revision that it was built from.
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

// versionText describes a build in one line: version, commit, its date, compiler and system. Builds outside a repository have no commit.
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
