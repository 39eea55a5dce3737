package archive

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/internal/schema"
)

func example() *Archive {
	return &Archive{
		Run:    Run{Schema: Schema, Instance: "ab", Options: map[string]string{"sheet": "-x", "crs": "EPSG:25832"}},
		Report: []byte("{}"), Tour: []byte("1\n"),
		Files: map[Role]File{Instance: {"places of May.csv", []byte("x,y\n")}, Fixed: {"fix", []byte("1,2\n")}},
	}
}

// The same content makes the same bytes, and is read as it was.
func TestRoundTrip(t *testing.T) {
	var first, second bytes.Buffer
	must.Do(t, errors.Join(Write(&first, example()), Write(&second, example())))
	if !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Error("two archives of the same content differ")
	}
	got := must.Get(Read(bytes.NewReader(first.Bytes()), int64(first.Len())))(t)
	if diff := cmp.Diff(example(), got); diff != "" {
		t.Errorf("the archive differs (-written +read):\n%s", diff)
	}
}

// The archive of an experiment is read as it was, and hostile ones are refused.
func TestStudy(t *testing.T) {
	s := &Study{Info: StudyInfo{Schema: Schema}, Plan: []byte("p"), Rows: []byte("r"), Files: map[string][]byte{}}
	s.Add("places.csv", []byte("x,y\n"))
	s.Info.Instances = append(s.Info.Instances, "gen:uniform:9:1")
	s.Add("places.csv", []byte("y,x\n"))
	var b bytes.Buffer
	must.Do(t, WriteStudy(&b, s))
	file, size := bytes.NewReader(b.Bytes()), int64(b.Len())
	got, err := ReadStudy(file, size)
	if err != nil || !IsStudy(file, size) {
		t.Fatal(err)
	}
	if diff := cmp.Diff(s, got); diff != "" {
		t.Errorf("the archive differs (-written +read):\n%s", diff)
	}
	whole := []string{studyName, `{"schema":1}`, planName, "p", rowsName, "r"}
	for name, parts := range map[string][]string{
		"no plan":         {studyName, "{}", rowsName, "r"},
		"out of a folder": append(whole, "instances/1/../../passwd", "x"),
		"up":              append(whole, "instances/../passwd", "x"),
		"no number":       append(whole, "instances/passwd", "x"),
		"another file":    append(whole, "readme.txt", "x"),
		"twice":           append(whole, rowsName, "r"),
		"no JSON":         {studyName, "[]", planName, "p", rowsName, "r"},
	} {
		var refused *Error
		data := zipOf(t, parts...)
		if _, err := ReadStudy(bytes.NewReader(data), int64(len(data))); !errors.As(err, &refused) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// An archive that would be refused is not written.
func TestTooLarge(t *testing.T) {
	many := &Study{Plan: []byte("p"), Rows: []byte("r"), Files: map[string][]byte{}}
	for range maxStudyParts - 2 {
		many.Add("a", []byte("x"))
	}
	half := make([]byte, maxBytes/2+1) // which nothing touches
	for name, s := range map[string]*Study{
		"files": many,
		"bytes": {Plan: half, Rows: half},
		"zeros": {Plan: []byte("p"), Rows: make([]byte, 2*freeSize)},
	} {
		if err := WriteStudy(io.Discard, s); err == nil || !strings.Contains(err.Error(), "archive fewer instances or runs") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// zipOf makes a zip file of names and contents.
func zipOf(t *testing.T, parts ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := 0; i < len(parts); i += 2 {
		f, err := w.CreateHeader(&zip.FileHeader{Name: parts[i], Method: zip.Deflate})
		if err == nil {
			_, err = f.Write([]byte(parts[i+1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	must.Do(t, w.Close())
	return b.Bytes()
}

// Hostile files are refused.
func TestHostile(t *testing.T) {
	const run = `{"schema":1}`
	whole := []string{runName, run, reportName, "{}"}
	with := func(more ...string) []byte { return zipOf(t, append(append([]string{}, whole...), more...)...) }
	many := append([]string{}, whole...)
	for range maxParts {
		many = append(many, tourName, "")
	}
	bomb := strings.Repeat("\x00", 2*freeSize)
	lying := with(tourName, strings.Repeat("1\n", 5000))
	// the central directory says that the tour has no bytes
	at := bytes.LastIndex(lying, []byte(tourName)) - 46
	copy(lying[at+24:], []byte{0, 0, 0, 0})
	for name, data := range map[string][]byte{
		"no zip":           []byte("PK"),
		"no run":           zipOf(t, reportName, "{}"),
		"no report":        zipOf(t, runName, run),
		"out of a folder":  with("instance/../../passwd", "x"),
		"absolute":         with("/etc/passwd", "x"),
		"backslashes":      with(`instance/..\..\passwd`, "x"),
		"a drive":          with("instance/C:x", "x"),
		"a device":         with("instance/\x00", "x"),
		"hidden":           with("instance/.bashrc", "x"),
		"a folder":         with("instance/", ""),
		"folders":          with("instance/a/b", "x"),
		"another file":     with("readme.txt", "x"),
		"a long name":      with("instance/"+strings.Repeat("n", maxName+1), "x"),
		"twice":            with(tourName, "1", tourName, "2"),
		"two instances":    with("instance/a", "x", "instance/b", "x"),
		"too many":         zipOf(t, many...),
		"a bomb":           with("instance/bomb", bomb),
		"a wrong size":     lying,
		"a run that is no": zipOf(t, runName, "[]", reportName, "{}"),
		"more than a run":  zipOf(t, runName, run+run, reportName, "{}"),
	} {
		var refused *Error
		if _, err := Read(bytes.NewReader(data), int64(len(data))); !errors.As(err, &refused) {
			t.Errorf("%s: %v", name, err)
		}
	}
	later := zipOf(t, runName, `{"schema":2}`, reportName, "{}")
	var other *schema.Error
	if _, err := Read(bytes.NewReader(later), int64(len(later))); !errors.As(err, &other) {
		t.Errorf("a later schema: %v", err)
	}
}

func FuzzRead(f *testing.F) {
	var b bytes.Buffer
	if err := Write(&b, example()); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Fuzz(func(t *testing.T, data []byte) {
		a, err := Read(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			return
		}
		for role, file := range a.Files {
			if !IsName(file.Name) {
				t.Errorf("%s has the name %q", role, file.Name)
			}
		}
	})
}
