package shaders

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
)

var (
	loop    = regexp.MustCompile(`\b(?:for|while) \(`)
	buffers = regexp.MustCompile(`\bbuffer \w+ \{ \w+ (\w+)\[\]`)
	leastOf = regexp.MustCompile(`^min\(.*, ([A-Z_]+|places - 1u)\)$`) // of a word and a limit
)

// header returns a loop's header, which begins at the start of text.
func header(text string) string {
	depth := 0
	for i, c := range text {
		switch c {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return text[:i+1]
			}
		}
	}
	return text
}

// body returns what is between the braces that follow a header.
func body(text string) string {
	depth := 0
	for i, c := range text {
		switch c {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return text[:i]
			}
		}
	}
	return text
}

// counts reports whether a loop counts a variable up or down to a bound, and changes the variable
// nowhere else. The bound must not depend on a buffer: the header reads none, and a variable in
// the bound was last assigned a value without a word of a buffer, or at most the smaller of such
// a word and a limit.
func counts(before, header, body string, word *regexp.Regexp) bool {
	parts := strings.Split(strings.TrimSuffix(strings.TrimPrefix(header, "for ("), ")"), ";")
	if len(parts) != 3 || strings.Contains(parts[1], "||") {
		return false
	}
	step := strings.TrimSpace(parts[2])
	name := regexp.MustCompile(`^\w+`).FindString(step)
	number := `(\d+u?)`
	up := regexp.MustCompile(`^` + name + `(\+\+| \+= .+| \*= ` + number + `)$`).MatchString(step)
	down := regexp.MustCompile(`^` + name + `(--| -= ` + number + `| /= ` + number + `| >>= ` + number + `| &= ` +
		name + ` - 1u)$`).MatchString(step)
	bounded := slices.ContainsFunc(strings.Split(parts[1], "&&"), func(condition string) bool {
		condition = strings.TrimSpace(condition)
		compared := regexp.MustCompile(`^` + name + `( \* \w+)? (<|<=|>|>=|!=) (.+)$`).FindStringSubmatch(condition)
		if compared == nil || word.MatchString(compared[3]) || !mayBound(compared[3], before, word) {
			return false
		}
		return up && strings.HasPrefix(compared[2], "<") || down && !strings.HasPrefix(compared[2], "<")
	})
	return bounded && !regexp.MustCompile(`(^|[^.\w])`+name+`(\+\+|--| ([-+*/&|^]|<<|>>)?= )`).MatchString(body)
}

// mayBound reports whether the variables of a bound were last assigned values that no word of a
// buffer decides without a limit.
func mayBound(bound, before string, word *regexp.Regexp) bool {
	for _, name := range regexp.MustCompile(`[a-z]\w*`).FindAllString(bound, -1) {
		given := regexp.MustCompile(`[^.\w]`+name+` = ([^;]+);`).FindAllStringSubmatch(before, -1)
		if len(given) > 0 {
			if value := given[len(given)-1][1]; word.MatchString(value) && !leastOf.MatchString(value) {
				return false
			}
		}
	}
	return true
}

// Every loop ends, and none waits: it counts to a bound, or a comment says why it ends whatever
// is in a buffer.
func TestLoopsEnd(t *testing.T) {
	texts := sources(t)
	var names []string
	for _, text := range texts {
		for _, found := range buffers.FindAllStringSubmatch(text, -1) {
			names = append(names, found[1])
		}
	}
	word := regexp.MustCompile(`\b(` + strings.Join(names, "|") + `)\[`)
	loops := 0
	for file, text := range texts {
		code := withoutComments(text)
		for _, at := range loop.FindAllStringIndex(code, -1) {
			loops++
			head := header(code[at[0]:])
			isCounting := counts(code[:at[0]], head, body(code[at[0]+len(head):]), word)
			if states := statesEnd(text, at[0]); isCounting == states {
				t.Errorf("%s: %s: counts to a bound %v, a comment says why it ends: %v", file, head, isCounting, states)
			}
		}
		if strings.Contains(code, "do {") {
			t.Errorf("%s: a loop that tests at its end", file)
		}
	}
	if loops < 100 || len(names) < 50 {
		t.Errorf("only %d loops and %d buffers were found", loops, len(names))
	}
}

// sources returns the text of every GLSL file.
func sources(t *testing.T) map[string]string {
	t.Helper()
	texts := map[string]string{}
	for _, pattern := range []string{"*/*.comp", "*/*.glsl", "*.comp"} {
		files := must.Get(filepath.Glob(pattern))(t)
		for _, name := range files {
			text := must.Get(os.ReadFile(name))(t)
			texts[name] = string(text)
		}
	}
	return texts
}

// withoutComments replaces comments by spaces, so that every word stays at its place.
func withoutComments(text string) string {
	return regexp.MustCompile(`//.*`).ReplaceAllStringFunc(text,
		func(c string) string { return strings.Repeat(" ", len(c)) })
}

// statesEnd reports whether a comment says why the loop at a place ends: behind it, or in the
// line before.
func statesEnd(text string, at int) bool {
	lines := strings.Split(text[:at], "\n")
	rest, _, _ := strings.Cut(text[at:], "\n")
	before := ""
	if len(lines) > 1 {
		before = strings.TrimSpace(lines[len(lines)-2])
	}
	return strings.Contains(rest, "// ends: ") || strings.HasPrefix(before, "// Ends: ")
}

// A loop that waits for memory to change does not count.
func TestWaitingDoesNotCount(t *testing.T) {
	word := regexp.MustCompile(`\bwords\[`)
	for _, c := range []struct {
		before, header, body string
		want                 bool
	}{
		{"", "for (uint i = 0u; i < n; i++)", "a[i] = 0u;", true},
		{"", "for (uint i = n; i > 0u; i /= 2u)", "", true},
		{"", "for (uint i = 0u; flag == 0u; i++)", "", false},
		{"", "for (uint i = 0u; i < n; i++)", "i--;", false},
		{"", "for (uint i = 0u; i < n; i++)", "i = 0u;", false},
		{"", "for (uint i = 0u; i < words[0]; i++)", "", false},
		{"", "for (uint i = 0u; i < min(words[0], MOST); i++)", "", false},
		{"", "for (uint i = 0u; i < n || busy; i++)", "", false},
		{"", "for (uint i = 0u; i < n; i--)", "", false},
		{"uint n = words[0];", "for (uint i = 0u; i < n; i++)", "", false},
		{"uint n = words[0]; n = min(words[1], MOST);", "for (uint i = 0u; i < n; i++)", "", true},
		{"", "for (;;)", "", false},
		{"", "while (atomicOr(flag, 0u) == 0u)", "", false},
		{"", "while (i < n)", "i++;", false},
	} {
		if counts(c.before, c.header, c.body, word) != c.want {
			t.Errorf("%s %s { %s } counts: %v", c.before, c.header, c.body, !c.want)
		}
	}
}
