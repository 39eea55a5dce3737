package doccheck

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"regexp"
	"strings"
)

// passage is a piece of text that is read as a whole: a paragraph, an item of a list, a row of a
// table, a line of an example, or a paragraph of a comment.
type passage struct {
	file    string
	line    int
	text    string
	kind    kind
	section string // of a page: the heading of level 1 or 2 above it
	page    string // its whole text
}

type kind int

const (
	prose   kind = iota // of a page: names are in code marks
	example             // a line of a code block of a page
	comment             // of Go or GLSL: names have no marks
)

// passagesOf returns the passages of a page or a source file.
func passagesOf(file string, text []byte) ([]passage, error) {
	switch path.Ext(file) {
	case ".md":
		return pagePassages(file, string(text)), nil
	case ".go":
		return goPassages(file, text)
	}
	return shaderPassages(file, string(text)), nil
}

var (
	heading  = regexp.MustCompile(`^##? (.*)`)
	newBlock = regexp.MustCompile(`^\s*([|>#]|[-*] |\d+\. )`)
)

// pagePassages splits Markdown.
func pagePassages(file, text string) (list []passage) {
	section, fenced, last := "", false, ""
	for i, line := range strings.Split(text, "\n") {
		switch {
		case strings.HasPrefix(strings.TrimSpace(line), "```"):
			fenced = !fenced
			line = ""
		case fenced || strings.HasPrefix(line, "    ") && (last == "" || strings.HasPrefix(last, "    ")):
			list = append(list, passage{file, i + 1, line, example, section, text})
		case strings.TrimSpace(line) == "":
		case len(list) > 0 && last != "" && list[len(list)-1].kind == prose && !newBlock.MatchString(line):
			list[len(list)-1].text += "\n" + line
		default:
			if title := heading.FindStringSubmatch(line); title != nil {
				section = title[1]
			}
			list = append(list, passage{file, i + 1, line, prose, section, text})
		}
		last = line
	}
	return list
}

// goPassages returns the comments of a Go file.
func goPassages(file string, text []byte) (list []passage, err error) {
	files := token.NewFileSet()
	parsed, err := parser.ParseFile(files, file, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	for _, group := range parsed.Comments {
		list = appendComment(list, file, files.Position(group.Pos()).Line, commentText(group))
	}
	return list, nil
}

// commentText returns a comment without its marks, with as many lines as it has in the file.
// Directives such as //go:build are empty lines.
func commentText(group *ast.CommentGroup) string {
	var lines []string
	for _, c := range group.List {
		if directive.MatchString(c.Text) {
			lines = append(lines, "")
			continue
		}
		lines = append(lines, strings.Split(commentMarks.ReplaceAllString(c.Text, ""), "\n")...)
	}
	return strings.Join(lines, "\n")
}

var (
	directive    = regexp.MustCompile(`^//(go:|line |export |#)`)
	commentMarks = regexp.MustCompile(`^(//|/\*)|\*/$`)
)

// appendComment appends the paragraphs of a comment.
func appendComment(list []passage, file string, line int, text string) []passage {
	open := false
	for i, part := range strings.Split(text, "\n") {
		switch {
		case strings.TrimSpace(part) == "":
			open = false
		case open:
			list[len(list)-1].text += "\n" + part
		default:
			list = append(list, passage{file: file, line: line + i, text: part, kind: comment})
			open = true
		}
	}
	return list
}

var blockComment = regexp.MustCompile(`(?s)/\*.*?\*/`)

// shaderPassages returns the comments of GLSL, where no string has the marks of a comment.
// Comments of adjacent lines without code are one.
func shaderPassages(file, text string) (list []passage) {
	var lines []string
	first := 0
	flush := func() {
		list = appendComment(list, file, first, strings.Join(lines, "\n"))
		lines = nil
	}
	for _, at := range blockComment.FindAllStringIndex(text, -1) {
		inner := commentMarks.ReplaceAllString(text[at[0]:at[1]], "")
		list = appendComment(list, file, 1+strings.Count(text[:at[0]], "\n"), inner)
	}
	for i, line := range strings.Split(text, "\n") {
		code, remark, found := strings.Cut(line, "//")
		alone := found && strings.TrimSpace(code) == ""
		if !alone {
			flush()
		}
		if found && len(lines) == 0 {
			first = i + 1
		}
		if found {
			lines = append(lines, remark)
		}
		if !alone {
			flush()
		}
	}
	flush()
	return list
}
