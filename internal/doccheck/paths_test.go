package doccheck

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strings"
	"unicode"
)

var (
	codeMark = regexp.MustCompile("(?s)`([^`]+)`")
	linkMark = regexp.MustCompile(`\]\(([^)#\s]+)[^)]*\)`)
	// A link to a heading, of another page or of this one.
	anchorMark  = regexp.MustCompile(`\]\(((?:[^)#\s:]+\.md)?)#([^)\s]+)\)`)
	headingLine = regexp.MustCompile(`(?m)^#{1,6} +(.+?) *$`)
	fencedCode  = regexp.MustCompile("(?ms)^```.*?^```")
	linkText    = regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`)
	// anyPath is a path or the name of a file, with *, {a,b} and capitals for parts that differ.
	anyPath = regexp.MustCompile(
		`(?:^|[^\w./~$-])((?:\.\./)*[\w.-]+(?:/[\w.*{},-]*)+|[\w*-]+\.(?:go|comp|glsl|md|tmpl))`)
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

// missingHeadings returns the headings that a page links to and that do not exist.
func (p *project) missingHeadings(one passage) (missing []string) {
	if one.kind != prose {
		return nil
	}
	for _, link := range anchorMark.FindAllStringSubmatch(one.text, -1) {
		file := one.file
		if link[1] != "" {
			file = path.Join(path.Dir(one.file), link[1])
		}
		if text, err := fs.ReadFile(p.files, file); err == nil && !anchors(string(text))[link[2]] {
			missing = append(missing, "no heading #"+link[2]+" in "+file)
		}
	}
	return missing
}

// anchors returns the anchors that GitHub makes of a page's headings: in lower case, without
// punctuation, with hyphens for spaces, and with a number if a heading occurs again.
func anchors(page string) set {
	all := set{}
	for _, line := range headingLine.FindAllStringSubmatch(fencedCode.ReplaceAllString(page, ""), -1) {
		wanted := strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case r == '-', r == '_', unicode.IsLetter(r), unicode.IsNumber(r), unicode.IsMark(r):
				return unicode.ToLower(r)
			}
			return -1
		}, linkText.ReplaceAllString(line[1], "$1"))
		anchor := wanted
		for n := 1; all[anchor]; n++ {
			anchor = fmt.Sprint(wanted, "-", n)
		}
		all[anchor] = true
	}
	return all
}

// missingPaths returns the files and folders that a passage names and that do not exist. A path
// begins at the root or at the folder of the passage's file. The name of a source file may lack
// folders.
func (p *project) missingPaths(one passage) (missing []string) {
	folder, text := path.Dir(one.file), one.text
	if one.kind == prose {
		text = marked(text)
	}
	for _, at := range anyPath.FindAllStringSubmatchIndex(text, -1) {
		name := strings.TrimPrefix(strings.TrimRight(text[at[2]:at[3]], ".,-"), "./")
		top, _, nested := strings.Cut(name, "/")
		switch {
		case generated[top], !(nested && p.paths[top]) && !sourceFile.MatchString(name):
			continue
		case p.exists(path.Clean(name)), p.exists(path.Join(folder, name)):
			continue
		case sourceFile.MatchString(name) && p.existsNear(name, text[:at[2]], text[at[3]:]):
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

// existsNear says whether a file is in the folder that a text names last before the file, or first
// after it, or beside the file that it names there. No two shaders have one name.
func (p *project) existsNear(name, before, after string) bool {
	if ext := path.Ext(name); ext == ".glsl" || ext == ".comp" {
		return p.bases[path.Base(name)]
	}
	earlier, later := p.foldersIn(before), p.foldersIn(after)
	if len(earlier) > 0 && p.exists(path.Join(earlier[len(earlier)-1], name)) {
		return true
	}
	return len(later) > 0 && p.exists(path.Join(later[0], name))
}

// foldersIn returns the folders that a text names, by themselves or with a file, in their order.
func (p *project) foldersIn(text string) (folders []string) {
	between := func(r rune) bool { return strings.ContainsRune(" \n`'\",;:()", r) }
	for _, word := range strings.FieldsFunc(text, between) {
		word = strings.TrimRight(word, ".")
		switch {
		case strings.Contains(word, "/") && sourceFile.MatchString(word):
			folders = append(folders, path.Dir(word))
		case p.paths[word] && !p.bases[path.Base(word)]:
			folders = append(folders, word)
		}
	}
	return folders
}
