package format

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/aco-vk/aco-vk/internal/faults"
)

// Limits of zip archives, whatever the limits of text: a small archive may stand for much.
const (
	largestArchive  = 512 << 20 // bytes, unpacked
	archiveRatio    = 100       // workbooks shrink to a tenth
	smallestArchive = 1 << 20   // bytes that any archive may have, unpacked
	mostElements    = 10 << 20  // of XML in a workbook: each takes up to 100 bytes of memory
)

// readArchive reads a workbook or a KMZ file.
func (s *source) readArchive() (*Input, error) {
	kml, err := s.openArchive()
	switch {
	case err != nil:
		return nil, err
	case kml != nil:
		return s.readKMZ(kml)
	}
	return s.readWorkbook()
}

// openArchive returns the first KML file of an archive, nil if it is a workbook.
func (s *source) openArchive() (kml *zip.File, err error) {
	archive, err := zip.NewReader(bytes.NewReader(s.data), int64(len(s.data)))
	if err != nil {
		return nil, refuse(s.name, "the file is damaged: %v", err)
	}
	names := make([]string, 0, len(archive.File))
	for _, file := range archive.File {
		names = append(names, strings.ToLower(strings.ReplaceAll(file.Name, `\`, "/")))
	}
	if slices.Contains(names, "xl/workbook.xml") {
		return nil, s.checkArchive(archive)
	}
	var others faults.List
	for i, name := range names {
		isHidden := strings.HasPrefix(name, "__macosx/") || strings.HasPrefix(path.Base(name), ".")
		switch {
		case path.Ext(name) != ".kml" || isHidden: // macOS adds a file of attributes for each file
		case kml == nil:
			kml = archive.File[i]
		default:
			others.Add(nil, quote(archive.File[i].Name))
		}
	}
	if kml == nil {
		return nil, refuse(s.name, "the file is %s", foreignArchive(archive, names))
	}
	if others.Count > 0 {
		s.otherKML = fmt.Sprintf("number of other .kml files in the archive, which are not read: %d: %s; "+
			"unpack it and give them one by one", others.Count, others.String())
	}
	return kml, nil
}

// foreignArchive says what an archive is that is not read, and what to do.
func foreignArchive(archive *zip.Reader, names []string) string {
	has := func(prefix string) bool {
		return slices.ContainsFunc(names, func(name string) bool { return strings.HasPrefix(name, prefix) })
	}
	switch kind := documentKind(archive); {
	case strings.HasSuffix(kind, ".spreadsheet"):
		return "an OpenDocument spreadsheet (.ods): save it as .xlsx or .csv"
	case kind != "":
		return "an OpenDocument file: save its table as .xlsx or .csv"
	case has("xl/"):
		return "a binary Excel workbook (.xlsb): save it as .xlsx"
	case has("word/"):
		return "a Word document: copy its table into a spreadsheet and save that as .xlsx or .csv"
	case has("index/"):
		return "a Numbers spreadsheet: export it as .xlsx or .csv"
	}
	return "a zip archive: unpack it and give the file in it"
}

// documentKind returns the kind that an OpenDocument file names in its first entry, else "".
func documentKind(archive *zip.Reader) string {
	if len(archive.File) == 0 || archive.File[0].Name != "mimetype" {
		return ""
	}
	r, err := archive.File[0].Open()
	if err != nil {
		return ""
	}
	defer r.Close()
	const longest = 100 // bytes
	kind, _ := io.ReadAll(io.LimitReader(r, longest))
	return strings.TrimSpace(string(kind))
}

// checkArchive unpacks an archive and returns an error if it is damaged or larger than the limits.
func (s *source) checkArchive(archive *zip.Reader) error {
	count := elementCounter{limit: s.archiveBytes()}
	for _, file := range archive.File {
		r, err := file.Open()
		if err == nil {
			_, err = io.Copy(&count, &boundedReader{ctx: s.ctx, r: r, name: s.name, limit: count.limit})
			r.Close()
		}
		switch {
		case s.ctx.Err() != nil:
			return err
		case count.beyond():
			return s.archiveTooLarge()
		case err != nil:
			return refuse(s.name, "the file is damaged: %v", err)
		}
	}
	return nil
}

func (s *source) archiveTooLarge() error {
	return overLimit(refuse(s.name, "unpacked, the file has more than the limit of %d MiB or of %d elements; "+
		"save the table as .csv", s.archiveBytes()>>20, mostElements))
}

// archiveBytes is the largest number of bytes that the archive may have, unpacked.
func (s *source) archiveBytes() int64 {
	return min(s.limits.Bytes, largestArchive, archiveRatio*int64(len(s.data))+smallestArchive)
}

// elementCounter counts bytes and elements of XML.
type elementCounter struct {
	limit           int64 // of bytes
	bytes, elements int64
}

func (c *elementCounter) Write(p []byte) (int, error) {
	c.bytes += int64(len(p))
	if c.elements += int64(bytes.Count(p, []byte("<"))); c.beyond() {
		return 0, io.ErrShortWrite
	}
	return len(p), nil
}

func (c *elementCounter) beyond() bool { return c.bytes > c.limit || c.elements > mostElements }
