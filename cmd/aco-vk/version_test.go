package main

import (
	"runtime"
	"runtime/debug"
	"testing"
)

func TestVersionText(t *testing.T) {
	system := ", " + runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH
	commit := []debug.BuildSetting{{Key: "vcs.revision", Value: "0123abc"},
		{Key: "vcs.time", Value: "2026-11-20T10:00:00Z"}}
	for _, c := range []struct {
		version  string
		settings []debug.BuildSetting
		want     string
	}{
		{"", nil, "aco-vk devel"},
		{"(devel)", nil, "aco-vk devel"},
		{"v1.2.3", nil, "aco-vk v1.2.3"},
		{"v1.2.3", commit, "aco-vk v1.2.3, commit 0123abc of 2026-11-20T10:00:00Z"},
		{"(devel)", append(commit, debug.BuildSetting{Key: "vcs.modified", Value: "true"}),
			"aco-vk devel, commit 0123abc with changes of 2026-11-20T10:00:00Z"},
	} {
		got := versionText(released(&debug.BuildInfo{Main: debug.Module{Version: c.version}, Settings: c.settings}, ""))
		if got != c.want+system {
			t.Errorf("%q, want %q", got, c.want+system)
		}
	}
}

// A release has its own version, whatever the repository says.
func TestVersionOfRelease(t *testing.T) {
	info := &debug.BuildInfo{Main: debug.Module{Version: "v0.0.0-20261120100000-0123abc"}}
	got := versionText(released(info, "1.2.3"))
	if want := "aco-vk v1.2.3, " + runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if info.Main.Version != "v0.0.0-20261120100000-0123abc" {
		t.Error("the build information has changed")
	}
}

// Reports have the whole commit, and whether files had changed since.
func TestCommitOf(t *testing.T) {
	revision := debug.BuildSetting{Key: "vcs.revision", Value: "0123abc"}
	for _, c := range []struct {
		settings []debug.BuildSetting
		want     string
	}{
		{nil, ""},
		{[]debug.BuildSetting{{Key: "vcs.modified", Value: "true"}}, ""},
		{[]debug.BuildSetting{revision, {Key: "vcs.modified", Value: "false"}}, "0123abc"},
		{[]debug.BuildSetting{revision, {Key: "vcs.modified", Value: "true"}}, "0123abc+dirty"},
	} {
		if got := commitOf(&debug.BuildInfo{Settings: c.settings}); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
