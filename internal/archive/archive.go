// Package archive has archives of runs and of experiments: a zip file with all that repeats them. The same content
// makes the same bytes. What is read is checked: names, sizes, and that nothing else is there.
package archive

import (
	"archive/zip"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/aco-vk/aco-vk/internal/host"
	"github.com/aco-vk/aco-vk/internal/schema"
)

// Schema is the schema of run.json.
const Schema = 1

// The names of the parts of an archive. Files of the input lie in folders of their role, with their
// own names.
const (
	runName    = "run.json"
	reportName = "report.json"
	tourName   = "tour.tour"
)

// Role is what an input file is for.
type Role string

// The roles.
const (
	Instance Role = "instance"
	Matrix   Role = "matrix"
	Fixed    Role = "fixed"
	Initial  Role = "initial"
)

// Roles lists the roles.
var Roles = []Role{Instance, Matrix, Fixed, Initial}

// Archive is the content of an archive.
type Archive struct {
	Run    Run
	Report []byte // as solve --json writes it
	Tour   []byte // in TSPLIB's format
	Files  map[Role]File
}

// File is an input file.
type File struct {
	Name string // without folders
	Data []byte
}

// Run says what the report does not say.
type Run struct {
	Schema    int               `json:"schema"`
	Generator string            `json:"generator,omitempty"` // of the instance, such as gen:uniform:1000:1
	Instance  string            `json:"instance_sha256"`
	Options   map[string]string `json:"options,omitempty"` // how the input is read
	Host      host.Info         `json:"host"`
	Go        string            `json:"go"`
}

// Write writes an archive. One that [Read] would refuse for its size is an error; some of it may be written.
func Write(w io.Writer, a *Archive) error {
	a.Run.Schema = Schema
	parts := []part{{reportName, a.Report}, {tourName, a.Tour}}
	for _, role := range Roles {
		if f, found := a.Files[role]; found {
			parts = append(parts, part{string(role) + "/" + f.Name, f.Data})
		}
	}
	return writeParts(w, runName, a.Run, parts, maxParts)
}

// part is a file of an archive.
type part struct {
	name string
	data []byte
}

// mostBytes returns the largest content that is read of an archive of a size.
func mostBytes(size int64) int64 { return min(maxBytes, freeSize+maxRatio*size) }

// counter counts the bytes that are written.
type counter struct {
	io.Writer
	size int64
}

func (c *counter) Write(data []byte) (int, error) {
	n, err := c.Writer.Write(data)
	c.size += int64(n)
	return n, err
}

// writeParts writes a zip file of what the archive says of itself, as JSON with this name, and of those
// parts that have data, without times. An archive that readParts would refuse for its size is an error.
func writeParts(w io.Writer, name string, info any, parts []part, most int) error {
	text, err := json.MarshalIndent(info, "", "  ")
	if err != nil {
		return err
	}
	parts = slices.DeleteFunc(parts, func(p part) bool { return p.data == nil })
	parts = slices.Insert(parts, 0, part{name, append(text, '\n')})
	size := int64(0)
	for _, p := range parts {
		size += int64(len(p.data))
	}
	tooLarge := fmt.Errorf("the archive would have %d files with %d bytes together; at most %d files and %d bytes are read, and %d times the archive's size: archive fewer instances or runs",
		len(parts), size, most, int64(maxBytes), maxRatio)
	if len(parts) > most || size > maxBytes {
		return tooLarge
	}
	written := &counter{Writer: w}
	out := zip.NewWriter(written)
	for _, p := range parts {
		file, err := out.CreateHeader(&zip.FileHeader{Name: p.name, Method: zip.Deflate})
		if err == nil {
			_, err = file.Write(p.data)
		}
		if err != nil {
			return err
		}
	}
	if err := out.Close(); err != nil {
		return err
	}
	if size > mostBytes(written.size) {
		return tooLarge
	}
	return nil
}

// Bounds of what is read. A file may be so many times larger than in the archive, and small files may
// be larger: text of numbers takes less than a tenth.
const (
	maxParts = 16
	maxBytes = 2 << 30
	maxRatio = 100
	freeSize = 4 << 20
	maxName  = 200
)

// Error is why a file is refused.
type Error struct{ Reason string }

func (e *Error) Error() string { return "not an archive of a run or an experiment: " + e.Reason }

func refuse(format string, args ...any) *Error { return &Error{fmt.Sprintf(format, args...)} }

// Read reads an archive of a size in bytes. An archive that is refused is an [*Error] or a
// [*schema.Error].
func Read(r io.ReaderAt, size int64) (*Archive, error) {
	parts, err := readParts(r, size, maxParts)
	if err != nil {
		return nil, err
	}
	a := &Archive{Files: map[Role]File{}}
	for name, data := range parts {
		role, err := roleOf(name)
		if err != nil {
			return nil, err
		}
		if role != "" && a.Files[role].Name != "" {
			return nil, refuse("it has two files in the folder %s", role)
		}
		if role != "" {
			a.Files[role] = File{name[len(role)+1:], data}
		}
	}
	for _, name := range []string{runName, reportName} {
		if parts[name] == nil {
			return nil, refuse("it has no %s", name)
		}
	}
	a.Report, a.Tour = parts[reportName], parts[tourName]
	if err := json.Unmarshal(parts[runName], &a.Run); err != nil {
		return nil, refuse("%s: %v", runName, err)
	}
	return a, schema.Check("the archive", a.Run.Schema, Schema)
}

// readParts returns the files of a zip file by their names, which are not checked.
func readParts(r io.ReaderAt, size int64, most int) (map[string][]byte, error) {
	in, err := zip.NewReader(r, size)
	if err != nil {
		return nil, refuse("%v", err)
	}
	if len(in.File) > most {
		return nil, refuse("it has %d files, and at most %d are allowed", len(in.File), most)
	}
	left := mostBytes(size)
	parts := map[string][]byte{}
	for _, f := range in.File {
		if parts[f.Name] != nil {
			return nil, refuse("it has %.*q twice", maxName, f.Name)
		}
		if parts[f.Name], err = readPart(f, left); err != nil {
			return nil, err
		}
		left -= int64(len(parts[f.Name]))
	}
	return parts, nil
}

// roleOf returns the role of a file, "" for the parts that are no input. Other names are refused:
// none leads out of a folder.
func roleOf(name string) (Role, error) {
	if slices.Contains([]string{runName, reportName, tourName}, name) {
		return "", nil
	}
	folder, base, _ := strings.Cut(name, "/")
	if !slices.Contains(Roles, Role(folder)) || !IsName(base) {
		return "", refuse("the name %.*q is not one of an archive", maxName, name)
	}
	return Role(folder), nil
}

// IsName reports whether a name can be a file's in an archive, on every system.
func IsName(name string) bool {
	odd := func(r rune) bool { return !unicode.IsPrint(r) || strings.ContainsRune(`/\:*?"<>|`, r) }
	return name != "" && len(name) <= maxName && filepath.IsLocal(name) && !strings.ContainsFunc(name, odd) &&
		!strings.HasPrefix(name, ".")
}

// readPart reads a file of at most limit bytes.
func readPart(f *zip.File, limit int64) ([]byte, error) {
	tooLarge := refuse("its content is too large: more than %d bytes, or more than %d times its size", int64(maxBytes), maxRatio)
	if f.UncompressedSize64 > uint64(limit) {
		return nil, tooLarge
	}
	part, err := f.Open()
	if err != nil {
		return nil, refuse("%s: %v", f.Name, err)
	}
	defer part.Close()
	data, err := io.ReadAll(io.LimitReader(part, limit+1))
	switch {
	case err != nil:
		return nil, refuse("%s: %v", f.Name, err)
	case int64(len(data)) > limit:
		return nil, tooLarge
	}
	return data, nil
}
