package cite

import (
	"flag"
	"maps"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
)

var update = flag.Bool("update", false, "write the list of docs/papers.md")

// everything is every publication, and a version with text that is special in TeX.
func everything() (Work, []Use) {
	program := Program("v1.2.3-dev_4", "0123abc+dirty", Year)
	var uses []Use
	for _, w := range Works {
		uses = append(uses, Use{w, "50% of & {all} #1"})
	}
	return program, uses
}

var (
	bibEntry = regexp.MustCompile(`(?m)^@[a-z]+\{([a-z0-9-]+),\n((?:  [a-z]+ = \{.*\},\n)+)\}$`)
	bibField = regexp.MustCompile(`(?m)^  ([a-z]+) = \{(.*)\},$`)
	escaped  = regexp.MustCompile(`\\.`)
)

// bibEntries reads entries as BibTeX does: text outside of entries is a comment without @, braces balance, a
// value is in braces.
func bibEntries(t *testing.T, text string) map[string]map[string]string {
	t.Helper()
	entries := map[string]map[string]string{}
	for _, entry := range bibEntry.FindAllStringSubmatch(text, -1) {
		key, fields := entry[1], map[string]string{}
		for _, field := range bibField.FindAllStringSubmatch(entry[2], -1) {
			name, value := field[1], field[2]
			plain := escaped.ReplaceAllString(value, "")
			if strings.ContainsAny(plain, "%#&_$") && name != "url" && name != "doi" {
				t.Errorf("%s: %s lacks an escape in %s", key, name, value)
			}
			if strings.Count(plain, "{") != strings.Count(plain, "}") {
				t.Errorf("%s: the braces of %s do not balance in %s", key, name, value)
			}
			fields[name] = value
		}
		if entries[key] != nil {
			t.Errorf("%s is there twice", key)
		}
		entries[key] = fields
	}
	if begun := strings.Count(text, "@"); begun != len(entries) {
		t.Errorf("%d entries begin, and %d can be read", begun, len(entries))
	}
	return entries
}

// BibTeX has every publication with the fields that its kind needs.
func TestBibTeX(t *testing.T) {
	var text strings.Builder
	program, uses := everything()
	must.Do(t, WriteBibTeX(&text, []Work{program, Program("v1.2.2", "", 0)}, uses))
	entries := bibEntries(t, text.String())
	if len(entries) != len(Works)+2 {
		t.Errorf("%d entries of %d works", len(entries), len(Works)+2)
	}
	for _, w := range Works {
		fields := []string{"author", "title", "year"}
		switch w.Kind {
		case Article:
			fields = append(fields, "journal", "volume")
			if w.Key != "zhou2017" { // whose pages and DOI are not confirmed
				fields = append(fields, "pages")
			}
		case InBook:
			fields = append(fields, "booktitle", "pages")
		case Thesis:
			fields = append(fields, "school")
		default:
			t.Errorf("%s has kind %q", w.Key, w.Kind)
		}
		for _, f := range fields {
			if entries[w.Key][f] == "" {
				t.Errorf("%s has no %s", w.Key, f)
			}
		}
	}
	if got, want := entries["stuetzle2000"]["author"], "Stützle, Thomas and Hoos, Holger H."; got != want {
		t.Errorf("authors %q, want %q", got, want)
	}
	if got, want := entries["aco-vk"]["note"], `version 1.2.3-dev\_4, commit 0123abc+dirty`; got != want {
		t.Errorf("note %q, want %q", got, want)
	}
	if got, want := entries["aco-vk-2"]["note"], "version 1.2.2"; got != want {
		t.Errorf("second version: note %q, want %q", got, want)
	}
}

// Keys are unique, and identifiers have the form of a DOI.
func TestWorks(t *testing.T) {
	seen := map[string]bool{}
	for _, w := range Works {
		if seen[w.Key] {
			t.Errorf("%s is there twice", w.Key)
		}
		seen[w.Key] = true
		if w.DOI != "" && !regexp.MustCompile(`^10\.\d{4}/\S+$`).MatchString(w.DOI) {
			t.Errorf("%s: DOI %q", w.Key, w.DOI)
		}
	}
	if !slices.IsSortedFunc(Works, func(a, b Work) int { return a.Year - b.Year }) {
		t.Error("the works are not sorted by year")
	}
}

// Publications are named as texts name them.
func TestShort(t *testing.T) {
	for key, want := range map[string]string{
		"skinderowicz2016": "Skinderowicz 2016", "stuetzle2000": "Stützle and Hoos 2000", "zhou2017": "Zhou et al. 2017",
	} {
		if got := Named(key).Short(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestUses(t *testing.T) {
	with := func(algorithm string, change func(*Run)) *Run {
		r := &Run{Algorithm: algorithm}
		if change != nil {
			change(r)
		}
		return r
	}
	for _, c := range []struct {
		run  *Run
		want string
	}{
		{with("as", nil), "dorigo1996 salmon2011"},
		{with("as", func(r *Run) { r.Parameters.Rule, r.Parameters.Selection = "rank", "trial" }), "dorigo1996 bullnheimer1999 uchida2014 salmon2011"},
		{with("mmas", func(r *Run) { r.Parameters.LocalSearch = "2opt+oropt" }), "stuetzle2000 croes1958 or1976 salmon2011"},
		{with("mmas", func(r *Run) { r.Preset, r.LowerBound = "delevacq2013-ant-thread", 9 }), "stuetzle2000 delevacq2013 held1971 salmon2011"},
		{with("acs", nil), "dorigo1997 skinderowicz2016 salmon2011"},
		{with("acs", func(r *Run) { r.Preset, r.Parameters.Synchronous = "acs-synchronous", true }), "dorigo1997 salmon2011"},
		{with("merged", nil), "skinderowicz2022 martin1991 lin1965 or1976 kirkpatrick1983 whitley2009 tinos2020 cook2003 nagata2013 salmon2011"},
		{with("merged", func(r *Run) { r.Parameters.Temperature, r.Parameters.Colonies = new(float64), new(1) }),
			"skinderowicz2022 martin1991 lin1965 or1976 salmon2011"},
		{with("merged", func(r *Run) { r.Instance.Metric, r.Parameters.Colonies = "GEO", new(1) }),
			"skinderowicz2022 martin1991 lin1965 or1976 kirkpatrick1983 helsgaun2000 salmon2011"},
		{with("chained", func(r *Run) { r.Parameters.Colonies = new(4) }),
			"lin1973 helsgaun2000 martin1991 applegate2003 whitley2009 tinos2020 cook2003 nagata2013 salmon2011"},
		{with("exhaustive", nil), ""},
	} {
		var keys []string
		for _, u := range c.run.Uses() {
			keys = append(keys, u.Key)
		}
		if got := strings.Join(keys, " "); got != c.want {
			t.Errorf("%s: %s, want %s", c.run.Algorithm, got, c.want)
		}
	}
}

// Every value that a run can have is in the tables, and a table has no other: a new method is not left
// without its publication.
func TestEveryMethodHasARow(t *testing.T) {
	texts := func(values any) (all []string) {
		for i, list := 0, reflect.ValueOf(values); i < list.Len(); i++ {
			all = append(all, list.Index(i).String())
		}
		return all
	}
	algorithms := append(texts(model.Algorithms), merged, chained, "exhaustive")
	for what, c := range map[string]struct {
		rows   map[string][]Use
		values []string
	}{
		"algorithm":    {ofAlgorithm, algorithms},
		"rule":         {ofRule, texts(model.Rules)},
		"selection":    {ofSelection, texts(model.Selections)},
		"local search": {ofSearch, texts(model.LocalSearches)},
	} {
		slices.Sort(c.values)
		if got := slices.Sorted(maps.Keys(c.rows)); !slices.Equal(got, c.values) {
			t.Errorf("%s: rows for %q, want %q", what, got, c.values)
		}
	}
}

// The page has the list of all publications.
func TestPapersPage(t *testing.T) {
	const file, begin, end = "../../docs/papers.md", "<!-- publications -->\n", "<!-- end of the publications -->\n"
	page := must.Get(os.ReadFile(file))(t)
	before, rest, found := strings.Cut(string(page), begin)
	_, after, ended := strings.Cut(rest, end)
	if !found || !ended {
		t.Fatalf("%s has no %q and %q", file, begin, end)
	}
	var list strings.Builder
	for _, w := range Works {
		text := w.Title + ". " + strings.TrimSpace(w.In+" "+w.Volume)
		if w.DOI != "" { // the link has the rest
			text = "[" + w.Title + "](https://doi.org/" + w.DOI + ")"
		}
		list.WriteString("- " + w.Short() + ": " + text + "\n")
	}
	want := before + begin + list.String() + end + after
	if *update {
		must.Do(t, os.WriteFile(file, []byte(want), 0o666))
	}
	if diff := cmp.Diff(want, string(page)); diff != "" && !*update {
		t.Errorf("write it with -update (-want +page):\n%s", diff)
	}
}

// The default solver has alpha-nearest candidates for the metrics whose places are not in a plane.
func TestMetricsWithAlpha(t *testing.T) {
	for _, m := range tsp.Metrics() {
		if got, want := slices.Contains(withAlpha, string(m)), m.Geometry() != tsp.Plane; got != want {
			t.Errorf("%s is in withAlpha: %v, want %v", m, got, want)
		}
	}
}
