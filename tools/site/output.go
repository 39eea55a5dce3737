package main

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"unicode/utf8"
)

// A copied file is not larger than this: the site is for reading. The report of a whole test of a
// device has two thirds of this.
const largestCopy = 1 << 20

// shown are the suffixes of files that browsers show as they are.
var shown = []string{".svg", ".png", ".json", ".txt"}

// listing is a folder of the repository with its files.
type listing struct {
	folder, output string
	names          []string
}

// output returns the path in the site of a file or folder of the repository. It adds the file to
// the site if it is new.
func (s *site) output(name string) (string, error) {
	if output, ok := s.outputs[name]; ok {
		return output, nil
	}
	info, err := fs.Stat(s.root, name)
	if err != nil {
		return "", err
	}
	var output string
	switch {
	case info.IsDir():
		output, err = s.addFolder(name)
	case path.Ext(name) == ".md":
		output, err = s.addPage(name)
	default:
		output, err = s.addCopy(name)
	}
	if err == nil {
		s.outputs[name] = output
	}
	return output, err
}

func (s *site) addPage(name string) (string, error) {
	data, err := fs.ReadFile(s.root, name)
	if err != nil {
		return "", err
	}
	p := newPage(name, data)
	s.pages = append(s.pages, p)
	return p.output, nil
}

// addFolder adds the page of a folder: its README.md or a list of its files, without folders.
func (s *site) addFolder(name string) (string, error) {
	readme := path.Join(name, "README.md")
	if _, err := fs.Stat(s.root, readme); err == nil {
		return s.output(readme)
	}
	entries, err := fs.ReadDir(s.root, name)
	if err != nil {
		return "", err
	}
	list := &listing{folder: name, output: path.Join(name, "index.html")}
	for _, entry := range entries {
		if entry.IsDir() {
			continue
		}
		if _, err := s.output(path.Join(name, entry.Name())); err != nil {
			return "", err
		}
		list.names = append(list.names, entry.Name())
	}
	s.listings = append(s.listings, list)
	return list.output, nil
}

func (s *site) addCopy(name string) (string, error) {
	data, err := fs.ReadFile(s.root, name)
	if err != nil {
		return "", err
	}
	if len(data) > largestCopy {
		return "", fmt.Errorf("%s has more than %d KiB; link to its folder or name it without a link", name,
			largestCopy>>10)
	}
	output := name
	if !slices.Contains(shown, path.Ext(name)) {
		if !utf8.Valid(data) {
			return "", fmt.Errorf("%s is not text, and browsers do not show it; name it without a link", name)
		}
		output += ".txt"
	}
	s.files[output] = data
	return output, nil
}
