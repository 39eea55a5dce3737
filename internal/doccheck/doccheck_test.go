// Package doccheck tests what pages and comments say about the project: every file, heading, flag, command,
// target of make, Go name, test and environment variable that a Markdown page or a comment of Go
// or GLSL names exists, where the page says. It also tests messages: none names a flag or a command of
// the command line.
package doccheck

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
)

const root = "../.."

// history is the page that also names what older versions had. Only its links are checked.
const history = "CHANGELOG.md"

// readOnce reads this project, once for all tests.
var readOnce = sync.OnceValues(func() (*project, error) { return readProject(os.DirFS(root)) })

// wholeProject returns this project.
func wholeProject(t *testing.T) *project {
	t.Helper()
	return must.Get(readOnce())(t)
}

// read returns the text of a file.
func (p *project) read(t *testing.T, file string) string {
	t.Helper()
	text := must.Get(fs.ReadFile(p.files, file))(t)
	return string(text)
}

func TestPagesAndComments(t *testing.T) {
	p := wholeProject(t)
	faults, passages, err := p.faults()
	if err != nil {
		t.Fatal(err)
	}
	if passages < 10_000 {
		t.Errorf("only %d passages were found", passages)
	}
	for _, f := range faults {
		t.Error(f)
	}
}

// fault is something that a passage names and that does not exist.
type fault struct {
	passage
	text string
}

func (f fault) String() string { return fmt.Sprintf("%s:%d: %s", f.file, f.line, f.text) }

// faults checks all passages and returns their number, too.
func (p *project) faults() (list []fault, passages int, err error) {
	for _, file := range p.texts {
		text, err := fs.ReadFile(p.files, file)
		if err != nil {
			return nil, 0, err
		}
		all, err := passagesOf(file, text)
		if err != nil {
			return nil, 0, err
		}
		passages += len(all)
		for _, one := range all {
			for _, text := range p.check(one) {
				list = append(list, fault{one, text})
			}
		}
	}
	slices.SortStableFunc(list, func(a, b fault) int {
		return cmp.Or(cmp.Compare(a.file, b.file), cmp.Compare(a.line, b.line))
	})
	return list, passages, nil
}

// check returns what a passage names and what does not exist.
func (p *project) check(one passage) (missing []string) {
	if one.file == history {
		return append(p.missingLinks(one), p.missingHeadings(one)...)
	}
	for _, find := range []func(passage) []string{
		p.missingLinks, p.missingHeadings, p.missingPaths, p.missingFlags, p.missingTargets, p.missingNames, p.missingTests,
		p.missingVariables, p.missingInFiles,
	} {
		missing = append(missing, find(one)...)
	}
	return missing
}

// TestFiguresAreShown: each picture in docs/figures is on a page.
func TestFiguresAreShown(t *testing.T) {
	p := wholeProject(t)
	var pages strings.Builder
	for _, file := range p.texts {
		if path.Ext(file) != ".md" {
			continue
		}
		pages.WriteString(p.read(t, file))
	}
	figures, err := fs.Glob(p.files, "docs/figures/*")
	if err != nil || len(figures) == 0 {
		t.Fatalf("docs/figures has %d files: %v", len(figures), err)
	}
	for _, figure := range figures {
		if !strings.Contains(pages.String(), "figures/"+path.Base(figure)+")") {
			t.Errorf("no page shows %s", figure)
		}
	}
}
