package compile

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/aco-vk/aco-vk/shaders"
)

var (
	comment = regexp.MustCompile(`(?m)[ \t]*//.*$`)
	include = regexp.MustCompile(`(?m)^#include "([^"]+)"$`)
	blank   = regexp.MustCompile(`(?m)^[ \t]*\n`)
)

// Fingerprint identifies a compilation: it hashes the variant's macros, the compiler's options,
// the GLSL of its file and of all files that it includes, without comments and blank lines, and
// the resulting module. It needs no compiler, so a test can tell without one whether an embedded
// module belongs to the sources.
func Fingerprint(v shaders.Variant, module []byte) (string, error) {
	hash := sha256.New()
	fmt.Fprintf(hash, "%q %q\n", arguments(v, optimize), v.File)
	sources, err := Sources(v.File)
	if err != nil {
		return "", fmt.Errorf("fingerprint of %s: %w", v.Name, err)
	}
	for _, s := range sources {
		fmt.Fprintf(hash, "%s %d\n%s", s.Name, len(s.code), s.code)
	}
	hash.Write(module)
	return hex.EncodeToString(hash.Sum(nil)), nil
}

// Source is a file of GLSL.
type Source struct {
	Name string
	code string // without comments and blank lines
}

// Sources returns a file and all files that it includes, once each.
func Sources(name string) ([]Source, error) { return addSources(nil, name) }

func addSources(all []Source, name string) ([]Source, error) {
	if slices.ContainsFunc(all, func(s Source) bool { return s.Name == name }) {
		return all, nil
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	code := blank.ReplaceAllString(comment.ReplaceAllString(string(text), ""), "")
	all = append(all, Source{name, code})
	included := include.FindAllStringSubmatch(code, -1)
	if strings.Count(code, "#include") != len(included) {
		return nil, fmt.Errorf("%s has an #include that is not on a line of its own, in quotes", name)
	}
	for _, found := range included {
		if all, err = addSources(all, path.Join(path.Dir(name), found[1])); err != nil {
			return nil, err
		}
	}
	return all, nil
}
