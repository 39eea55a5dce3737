package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/aco-vk/aco-vk/internal/archive"
	"github.com/aco-vk/aco-vk/internal/cachefile"
	"github.com/aco-vk/aco-vk/internal/host"
	"github.com/aco-vk/aco-vk/tsp"
)

// maxArchivedFile is the largest input that an archive takes.
const maxArchivedFile = 1 << 30

// checkArchive returns an error if the run cannot be archived.
func (s *solveCommand) checkArchive() error {
	switch {
	case s.WithoutInstance && s.Archive == "":
		return usagef("--without-instance says what --archive leaves out; give --archive, too")
	case s.Archive == "":
		return nil
	case s.Archive == standard:
		return usagef("--archive -: an archive is a file of its own; name a file")
	case s.File == standard || s.Matrix == standard:
		return usagef("--archive with standard input: an archive has the input's file; save it in a file")
	case s.Roads != "":
		return usagef("--archive with --roads: the answers of a server are in no file; save them, and give them as --matrix")
	case s.Resume != "" || s.StayClose != "":
		return usagef("--archive with --resume or --stay-close: an archive repeats a whole run from the instance; leave one of them out")
	case s.WithoutInstance && (s.Fix != "" || s.InitialTour != ""):
		return usagef("--without-instance with --fix or --initial-tour: these files are of the instance, and an archive has them; leave one of them out")
	}
	for _, name := range s.archived() {
		if name != "" && !archive.IsName(filepath.Base(name)) {
			return usagef("--archive: a file with the name %q cannot be in an archive; rename it", filepath.Base(name))
		}
	}
	return nil
}

// archived returns the input files of the run, "" where there is none.
func (s *solveCommand) archived() map[archive.Role]string {
	files := map[archive.Role]string{archive.Fixed: s.Fix, archive.Initial: s.InitialTour}
	if !s.WithoutInstance {
		files[archive.Instance], files[archive.Matrix] = s.File, s.Matrix
	}
	if strings.HasPrefix(s.File, generatorPrefix) {
		files[archive.Instance] = ""
	}
	return files
}

// readingFlags are the flags that say how an input is read, with their values; "" if it is not given.
func (f *inputFlags) readingFlags() [][2]string {
	return [][2]string{
		{"format", unlessAuto[string](f.Format)}, {"sheet", f.Sheet}, {"columns", f.Columns}, {"crs", f.CRS},
		{"metric", unlessAuto[string](f.Metric)}, {"minimize", unlessAuto[string](f.Minimize)},
	}
}

// writeArchive writes the archive of a run.
func (s *solveCommand) writeArchive(to output, instance *tsp.Instance, filled *report, writeTour func(io.Writer) error) error {
	if to.name == "" {
		return nil
	}
	a := &archive.Archive{
		Run: archive.Run{
			Instance: instance.SHA256(), Options: map[string]string{}, Host: host.This(), Go: runtime.Version(),
		},
		Files: map[archive.Role]archive.File{},
	}
	for _, flag := range s.readingFlags() {
		if flag[1] != "" {
			a.Run.Options[flag[0]] = flag[1]
		}
	}
	if strings.HasPrefix(s.File, generatorPrefix) {
		a.Run.Generator = s.File
	}
	var tour bytes.Buffer
	err := writeTour(&tour)
	if err == nil {
		a.Report, err = json.Marshal(filled)
	}
	if err != nil {
		return err
	}
	a.Tour = tour.Bytes()
	for role, name := range s.archived() {
		if name == "" {
			continue
		}
		data, err := cachefile.Read(name, maxArchivedFile)
		if err != nil {
			return fmt.Errorf("%s is not written: %w", to.name, err)
		}
		a.Files[role] = archive.File{Name: filepath.Base(name), Data: data}
	}
	return to.write(func(w io.Writer) error { return archive.Write(w, a) })
}

// readArchive reads the archive of a run, or of an experiment. The other result is nil.
func readArchive(name string) (a *archive.Archive, s *archive.Study, err error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, nil, err
	}
	if archive.IsStudy(file, info.Size()) {
		s, err = archive.ReadStudy(file, info.Size())
	} else {
		a, err = archive.Read(file, info.Size())
	}
	if err != nil {
		return nil, nil, usagef("%s: %w", name, err)
	}
	return a, s, nil
}

// unpack writes the input files of an archive to a folder, and returns their names.
func unpack(a *archive.Archive, folder string) (map[archive.Role]string, error) {
	names := map[archive.Role]string{}
	for role, file := range a.Files {
		own := filepath.Join(folder, string(role))
		if err := os.Mkdir(own, 0o700); err != nil {
			return nil, err
		}
		names[role] = filepath.Join(own, file.Name)
		if err := os.WriteFile(names[role], file.Data, 0o600); err != nil {
			return nil, err
		}
	}
	return names, nil
}
