package doccheck

import (
	"io/fs"
	"path"
	"regexp"
	"strings"
)

var (
	codeMark = regexp.MustCompile("(?s)`([^`]+)`")
	linkMark = regexp.MustCompile(`\]\(([^)#\s]+)[^)]*\)`)
	// anyPath is a path or the name of a file, with *, {a,b} and capitals for parts that differ.
	anyPath    = regexp.MustCompile(`(?:^|[^\w./~$-])((?:\.\./)*[\w.-]+(?:/[\w.*{},-]*)+|[\w*-]+\.(?:go|comp|glsl|md|tmpl))`)
	sourceFile = regexp.MustCompile(`\.(go|comp|glsl|md|tmpl)$`)
	braces     = regexp.MustCompile(`\{[^}]*\}|[A-Z]{2,}`)
)

// missingLinks returns the files that a page links to and that do not exist.
func (p *project) missingLinks(one passage) (missing []string) {
	if one.kind != prose {
		return nil
	}
	for _, link := range linkMark.FindAllStringSubmatch(one.text, -1) {
		if !strings.Contains(link[1], ":") && !p.exists(path.Join(path.Dir(one.file), link[1])) {
			missing = append(missing, "no file "+link[1])
		}
	}
	return missing
}

// missingPaths returns the files and folders that a passage names and that do not exist. A path
// begins at the root or at the folder of the passage's file. The name of a source file may lack
// folders.
func (p *project) missingPaths(one passage) (missing []string) {
	folder, text := path.Dir(one.file), one.text
	if one.kind == prose {
		text = marked(text)
	}
	for _, match := range anyPath.FindAllStringSubmatch(text, -1) {
		name := strings.TrimPrefix(strings.TrimRight(match[1], ".,-"), "./")
		top, _, nested := strings.Cut(name, "/")
		switch {
		case generated[top], !(nested && p.paths[top]) && !sourceFile.MatchString(name):
			continue
		case p.exists(path.Clean(name)), p.exists(path.Join(folder, name)):
			continue
		case sourceFile.MatchString(name) && p.existsNear(name, text):
			continue
		}
		missing = append(missing, "no file or folder "+name)
	}
	return missing
}

// marked returns the text in code marks, a line for each.
func marked(text string) string {
	var lines []string
	for _, mark := range codeMark.FindAllStringSubmatch(text, -1) {
		lines = append(lines, mark[1])
	}
	return strings.Join(lines, "\n")
}

// exists says whether a path from the root, or a pattern of one, exists.
func (p *project) exists(name string) bool {
	if p.paths[name] {
		return true
	}
	pattern := braces.ReplaceAllString(name, "*")
	if !strings.Contains(pattern, "*") {
		return false
	}
	found, err := fs.Glob(p.files, pattern)
	return err == nil && len(found) > 0
}

// existsNear says whether a file is in a folder that a text names, or beside a file that it names,
// or is GLSL: no two shaders have one name.
func (p *project) existsNear(name, text string) bool {
	if ext := path.Ext(name); ext == ".glsl" || ext == ".comp" {
		return p.bases[path.Base(name)]
	}
	between := func(r rune) bool { return strings.ContainsRune(" \n`'\",;:()", r) }
	for _, near := range strings.FieldsFunc(text, between) {
		near = strings.TrimRight(near, ".")
		if p.exists(path.Join(near, name)) || p.exists(path.Join(path.Dir(near), name)) {
			return true
		}
	}
	return false
}
