package doccheck

import (
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
)

var (
	qualified  = regexp.MustCompile(`(?:^|[^\w./"-])([A-Za-z]\w*)\.([A-Z]\w*)(?:\.([A-Z]\w*))?`)
	docLink    = regexp.MustCompile(`(?:^|[\s(])\[\*?([A-Z]\w*)(?:\.([A-Z]\w*))?\](?:[^\w(:\[]|$)`)
	identifier = regexp.MustCompile(`^[A-Za-z_]\w*$`)
	twoWords   = regexp.MustCompile(`[a-z][A-Z]|\w_\w`)
	bareName   = regexp.MustCompile(`(?:^|[\s(])([A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)+)(?:[^\w/-]|$)`)
	testName   = regexp.MustCompile(`(?:^|[^.\w])(func |-run )?((?:Test|Fuzz|Benchmark|Example)[A-Z]\w*)`)
	runTests   = regexp.MustCompile(`-run[ =]'?([A-Z][\w|]*)`)
	variable   = regexp.MustCompile(`\bACO_VK_[A-Z_]*[A-Z]`)
	runMake    = regexp.MustCompile(`\b[Rr]un make ([a-z-]+)|\bmake ([a-z]+(?:-[a-z]+)+)`)
)

// foreign are names of several words that no code has: products, and functions of papers.
var foreign = regexp.MustCompile(`^(GitHub|JavaScript|DejaVu|SelectWith\w*|(Test|Fuzz|Benchmark|Example)[A-Z]\w*)$`)

// instructions are folders whose comments name instructions of SPIR-V and types of Vulkan.
var instructions = set{"vk": true, "vk/vktest": true, "shaders/reflect": true, "internal/probe": true,
	"internal/perturb": true}

// missingBareNames returns the names of several words, without a package or type, that a comment
// in Go has and no code has.
func (p *project) missingBareNames(one passage) (missing []string) {
	for _, match := range bareName.FindAllStringSubmatch(one.text, -1) {
		if name := match[1]; !p.words[name] && !foreign.MatchString(name) {
			missing = append(missing, "no name "+name)
		}
	}
	return missing
}

// missingTargets returns the targets of make that a passage names and that do not exist.
func (p *project) missingTargets(one passage) (missing []string) {
	targets := map[string]bool{}
	if one.kind == comment {
		for _, match := range runMake.FindAllStringSubmatch(one.text, -1) {
			targets[match[1]+match[2]] = true
		}
	}
	for _, call := range calls(one) {
		words := strings.Fields(strings.TrimPrefix(call, "$ "))
		if len(words) < 2 || words[0] != "make" {
			continue
		}
		for _, word := range words[1:] {
			if strings.HasPrefix(word, "#") {
				break
			}
			if !strings.ContainsAny(word, "=") {
				targets[word] = true
			}
		}
	}
	for target := range targets {
		if !p.targets[target] {
			missing = append(missing, "no target make "+target)
		}
	}
	return missing
}

// calls returns what a passage has in code marks, or as a line of an example.
func calls(one passage) []string {
	switch one.kind {
	case example:
		return []string{strings.TrimSpace(one.text)}
	case prose:
		return strings.Split(marked(one.text), "\n")
	}
	return nil
}

// missingNames returns the Go names, and in pages also other names of several words in code marks,
// that a passage has and the code has not.
func (p *project) missingNames(one passage) (missing []string) {
	text := one.text
	if one.kind == prose {
		text = marked(text)
		for _, name := range strings.Split(text, "\n") {
			name = strings.TrimSuffix(name, "()")
			if identifier.MatchString(name) && twoWords.MatchString(name) && !p.words[name] {
				missing = append(missing, "no name "+name)
			}
		}
	}
	if one.kind == example || strings.HasPrefix(strings.TrimSpace(one.text), "Output:") {
		return nil
	}
	var own *pkg // in a comment, a type's name is one of its package
	if one.kind == comment {
		own = p.folders[path.Dir(one.file)]
	}
	for _, match := range qualified.FindAllStringSubmatch(text, -1) {
		if !p.declares(match[1], match[2], match[3], own) {
			missing = append(missing, "no "+strings.TrimSpace(match[0]))
		}
	}
	if own == nil {
		return missing
	}
	if path.Ext(one.file) == ".go" && !instructions[path.Dir(one.file)] {
		missing = append(missing, p.missingBareNames(one)...)
	}
	for _, match := range docLink.FindAllStringSubmatch(text, -1) {
		if !own.names[match[1]] || match[2] != "" && !p.words[match[2]] {
			missing = append(missing, "no "+strings.TrimSpace(match[0]))
		}
	}
	return missing
}

// namesIn are names that a page places in files or folders: `Rules` and `StopReason` in
// `aco/engine/options.go`.
var namesIn = regexp.MustCompile("((?:`\\w+`(?:,| and)\\s+)*`\\w+`)\\s+in\\s+((?:`[\\w./-]+/[\\w.-]+`(?:,\\s+|\\s+(?:and|or)\\s+)?)+)")

// missingInFiles returns the names that a page places in files, or in the files of folders, which
// do not have them.
func (p *project) missingInFiles(one passage) (missing []string) {
	if one.kind != prose {
		return nil
	}
	for _, match := range namesIn.FindAllStringSubmatch(one.text, -1) {
		places := strings.Split(marked(match[2]), "\n")
		for _, name := range strings.Split(marked(match[1]), "\n") {
			if identifier.MatchString(name) && !p.inOneOf(places, name) {
				missing = append(missing, fmt.Sprintf("no %s in %s", name, strings.Join(places, ", ")))
			}
		}
	}
	return missing
}

// inOneOf says whether a file, or a file of a folder, has a name. Folders without code that is
// read, and files that do not exist, which other checks report, have all names.
func (p *project) inOneOf(places []string, name string) bool {
	known := false
	for file, words := range p.fileWords {
		if slices.Contains(places, file) || slices.Contains(places, path.Dir(file)) {
			if known = true; words[name] {
				return true
			}
		}
	}
	return !known
}

// declares says whether a package has a name, or any code the name of a member of a type, if there is
// a package or type of that name at all. A value may have the name of its type in lower case. If own is
// not nil, it has the types.
func (p *project) declares(first, second, third string, own *pkg) bool {
	for _, one := range p.packages[first] {
		if one.names[second] && (third == "" || p.words[third]) {
			return true
		}
	}
	known := len(p.packages[first]) > 0
	ofType := strings.ToUpper(first[:1]) + first[1:]
	for _, one := range p.folders {
		if one.names[ofType] && (known || first == ofType && (own == nil || own == one)) {
			return p.words[second]
		}
	}
	return !known
}

// missingTests returns the tests that a passage names and that do not exist. An example may define
// a test, or run all tests that match an expression.
func (p *project) missingTests(one passage) (missing []string) {
	for _, match := range testName.FindAllStringSubmatch(one.text, -1) {
		if selected := match[1] != ""; !selected && !p.functions[match[2]] {
			missing = append(missing, "no test "+match[2])
		}
	}
	for _, match := range runTests.FindAllStringSubmatch(one.text, -1) {
		pattern, err := regexp.Compile(match[1])
		if err == nil && !slices.ContainsFunc(slices.Collect(maps.Keys(p.functions)), pattern.MatchString) {
			missing = append(missing, "no test matches "+match[1])
		}
	}
	return missing
}

// missingVariables returns the environment variables of the project that a passage names and that
// no code reads.
func (p *project) missingVariables(one passage) (missing []string) {
	for _, name := range variable.FindAllString(one.text, -1) {
		if !p.words[name] {
			missing = append(missing, "nothing reads "+name)
		}
	}
	return missing
}
