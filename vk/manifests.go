package vk

import (
	"debug/elf"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// A ManifestError says which manifest, the JSON file of a Vulkan driver or layer, the loader
// cannot use, and why.
type ManifestError struct {
	File   string
	Reason string // follows the name of the file
}

func (e *ManifestError) Error() string {
	const advice = "; correct it, remove it, or name another one"
	return e.File + ", the manifest of a Vulkan driver or layer, " + e.Reason + advice
}

// brokenManifest returns the fault of a manifest that explains why the loader failed, nil if there
// is none. A manifest that is no JSON makes loaders fail as a whole; other faults leave a driver
// out.
func brokenManifest() *ManifestError {
	drivers := driverManifests()
	for _, file := range append(drivers, layerManifests()...) {
		if text, err := os.ReadFile(file); err == nil && len(text) > 0 && !json.Valid(text) {
			return &ManifestError{file, "is not valid JSON"}
		}
	}
	for _, file := range drivers {
		if reason := driverFault(file); reason != "" {
			return &ManifestError{file, reason}
		}
	}
	return nil
}

// driverFault returns why the manifest of a driver names no library, "" if it does.
func driverFault(file string) string {
	text, err := os.ReadFile(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "does not exist"
	case isFolder(file):
		return "is a folder without manifests"
	case err != nil:
		return "cannot be read"
	case len(text) == 0:
		return "is empty"
	}
	var manifest struct {
		ICD struct {
			Library string `json:"library_path"`
		} `json:"ICD"`
	}
	if err := json.Unmarshal(text, &manifest); err != nil || manifest.ICD.Library == "" {
		return `has no string "library_path" in an object "ICD"`
	}
	return libraryFault(manifest.ICD.Library, filepath.Dir(file))
}

// libraryFault returns why a library cannot be loaded, "" if it can or if the system looks for it
// in folders of its own.
func libraryFault(library, folder string) string {
	if !strings.ContainsRune(library, filepath.Separator) {
		return ""
	}
	if !filepath.IsAbs(library) {
		library = filepath.Join(folder, library)
	}
	if _, err := os.Stat(library); err != nil {
		return "names the library " + library + ", which does not exist"
	}
	if runtime.GOOS == "linux" {
		f, err := elf.Open(library)
		if err != nil {
			return "names the library " + library + ", which is not a library"
		}
		f.Close()
	}
	return ""
}

// driverManifests returns the manifests that loaders read: the files that the environment names
// or, without it, those in the folders for drivers.
func driverManifests() []string {
	for _, variable := range []string{"VK_DRIVER_FILES", "VK_ICD_FILENAMES"} {
		if list := os.Getenv(variable); list != "" {
			return expandFolders(filepath.SplitList(list))
		}
	}
	return append(expandFolders(filepath.SplitList(os.Getenv("VK_ADD_DRIVER_FILES"))), installedManifests("icd.d")...)
}

// layerManifests returns the manifests of implicit and explicit layers.
func layerManifests() []string {
	var named []string
	for _, variable := range []string{
		"VK_IMPLICIT_LAYER_PATH", "VK_ADD_IMPLICIT_LAYER_PATH", "VK_LAYER_PATH", "VK_ADD_LAYER_PATH",
	} {
		named = append(named, filepath.SplitList(os.Getenv(variable))...)
	}
	installed := append(installedManifests("implicit_layer.d"), installedManifests("explicit_layer.d")...)
	return append(expandFolders(named), installed...)
}

// installedManifests returns the manifests in the folders of a kind that the loader's
// documentation of its interfaces lists. Windows has them in its registry.
func installedManifests(kind string) []string {
	home, _ := os.UserHomeDir()
	var folders []string
	for _, place := range []struct{ variable, otherwise string }{
		{"XDG_CONFIG_HOME", filepath.Join(home, ".config")}, {"XDG_CONFIG_DIRS", "/etc/xdg"},
		{"", "/usr/local/etc"}, {"", "/etc"},
		{"XDG_DATA_HOME", filepath.Join(home, ".local/share")}, {"XDG_DATA_DIRS", "/usr/local/share:/usr/share"},
	} {
		list := os.Getenv(place.variable)
		if list == "" {
			list = place.otherwise
		}
		for _, folder := range filepath.SplitList(list) {
			folders = append(folders, filepath.Join(folder, "vulkan", kind))
		}
	}
	var files []string
	for _, folder := range folders {
		found, _ := filepath.Glob(filepath.Join(folder, "*.json"))
		files = append(files, found...)
	}
	return files
}

// expandFolders replaces folders by their manifests. A folder without manifests stays.
func expandFolders(names []string) []string {
	var files []string
	for _, name := range names {
		found, _ := filepath.Glob(filepath.Join(name, "*.json"))
		if !isFolder(name) || len(found) == 0 {
			found = []string{name}
		}
		files = append(files, found...)
	}
	return files
}

func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}
