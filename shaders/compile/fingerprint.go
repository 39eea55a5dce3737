package compile

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path"
	"regexp"
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
	if err := addSource(hash, v.File, map[string]bool{}); err != nil {
		return "", fmt.Errorf("fingerprint of %s: %w", v.Name, err)
	}
	hash.Write(module)
	return hex.EncodeToString(hash.Sum(nil)), nil
}

// addSource writes the text of a file to the hash, then the text of each file that it includes,
// once each.
func addSource(hash io.Writer, name string, seen map[string]bool) error {
	if seen[name] {
		return nil
	}
	seen[name] = true
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	code := blank.ReplaceAllString(comment.ReplaceAllString(string(text), ""), "")
	fmt.Fprintf(hash, "%s %d\n%s", name, len(code), code)
	for _, found := range include.FindAllStringSubmatch(code, -1) {
		if err := addSource(hash, path.Join(path.Dir(name), found[1]), seen); err != nil {
			return err
		}
	}
	if strings.Count(code, "#include") != len(include.FindAllString(code, -1)) {
		return fmt.Errorf("%s has an #include that is not on a line of its own, in quotes", name)
	}
	return nil
}
