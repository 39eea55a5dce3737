package main

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// Values of the tag "file" of an argument that names files. A file that is read may be written by the
// flag that the tag "continues" names.
const (
	fileRead  = "read"
	fileWrite = "write"
	fileList  = "@"      // read, if the value begins with @
	folder    = "folder" // files are written to it, or it is not one of files that a person made
)

// namedFile is a file that an argument names.
type namedFile struct {
	flag      string // as people write it
	name      string
	writes    bool
	continues string      // the flag that may write it
	info      os.FileInfo // nil: there is no such file
	path      string      // of a file to be, without symbolic links
}

// namedFiles returns the files that the arguments name.
func namedFiles(parsed *kong.Context, c console) (files []namedFile) {
	add := func(v *kong.Value, flag string) {
		kind := v.Tag.Get("file")
		for _, name := range texts(v.Target) {
			if kind == fileList {
				list, isList := strings.CutPrefix(name, fileList)
				if name = ""; isList {
					name = list
				}
			}
			isGenerated := kind != fileWrite && strings.HasPrefix(name, generatorPrefix)
			if kind == "" || kind == folder || name == "" || isGenerated {
				continue
			}
			files = append(files, newNamedFile(c, namedFile{
				flag: flag, name: name, writes: kind == fileWrite, continues: v.Tag.Get("continues")}))
		}
	}
	for _, flag := range parsed.Flags() {
		add(flag.Value, "--"+flag.Name)
	}
	if selected := parsed.Selected(); selected != nil {
		for _, argument := range selected.Positional {
			add(argument, "<"+argument.Name+">")
		}
	}
	return files
}

// texts returns the values of a text or of a list of texts.
func texts(v reflect.Value) []string {
	switch list := v.Interface().(type) {
	case string:
		return []string{list}
	case []string:
		return list
	}
	return nil
}

// newNamedFile finds the file of a name.
func newNamedFile(c console, f namedFile) namedFile {
	stream := any(c.in)
	if out, isChecked := c.out.(*checkedWriter); f.writes && isChecked {
		stream = out.Writer
	}
	switch file, isFile := stream.(*os.File); {
	case f.name != standard:
		f.info, _ = os.Stat(f.name)
		f.path = fileToBe(f.name)
	case isFile:
		f.info, _ = file.Stat()
	}
	return f
}

// fileToBe returns the path of a file, also of one that does not exist, without symbolic links.
func fileToBe(name string) string {
	const most = 40 // links, as systems follow
	path, err := filepath.Abs(name)
	if err != nil {
		return name
	}
	for range most {
		target, err := os.Readlink(path)
		if err != nil {
			break
		}
		if !filepath.IsAbs(target) {
			target = filepath.Join(filepath.Dir(path), target)
		}
		path = target
	}
	if parent, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil {
		return filepath.Join(parent, filepath.Base(path))
	}
	return filepath.Clean(path)
}

// same reports whether two names are one file. Devices and pipes are none.
func (f namedFile) same(other namedFile) bool {
	switch {
	case f.info != nil && other.info != nil:
		return f.info.Mode().IsRegular() && os.SameFile(f.info, other.info)
	case f.name == standard || other.name == standard:
		return false
	}
	return f.info == nil && other.info == nil && f.path == other.path
}

// refuseOverwriting returns an error if a file is written that is read, or written twice. It returns
// the console with the files that the command must not write.
func refuseOverwriting(parsed *kong.Context, c console) (console, error) {
	files := namedFiles(parsed, c)
	for i, f := range files {
		for _, other := range files[:i] {
			read, written := f, other
			if f.writes {
				read, written = other, f
			}
			switch {
			case !written.writes || !read.writes && "--"+read.continues == written.flag:
			case read.writes && read.name == standard && written.name == standard:
				return c, usagef("%s and %s both write to standard output; give one of them a file", other.flag, f.flag)
			case !read.same(written):
			case read.writes:
				return c, usagef("%s would be overwritten: %s and %s write it; give each a file of its own", f.name, other.flag, f.flag)
			default:
				return c, written.overwrites(read)
			}
		}
	}
	for _, f := range files {
		isWritten := slices.ContainsFunc(files, func(other namedFile) bool { return other.writes && f.same(other) })
		if !f.writes && !isWritten {
			c.read = append(c.read, f)
		}
	}
	return c, nil
}

// mayWrite returns an error for a file that the command reads.
func (c console) mayWrite(name string) error {
	f := newNamedFile(c, namedFile{name: name, writes: true})
	for _, read := range c.read {
		if f.same(read) {
			return f.overwrites(read)
		}
	}
	return nil
}

// overwrites is the error of a file to write that is read.
func (f namedFile) overwrites(read namedFile) error {
	return usagef("%s would be overwritten: %s reads it; write to another file", f.name, read.flag)
}
