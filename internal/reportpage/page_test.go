package reportpage

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
)

// square has a tour of length 40.
var square = &tsp.Instance{Name: "square", Kind: tsp.TSP, Metric: tsp.EUC2D, X: []float64{0, 10, 10, 0},
	Y: []float64{0, 0, 10, 10}}

// reportText returns a report of the square with two runs.
func reportText(algorithm string, lengths ...int) string {
	var runs []string
	for i, length := range lengths {
		runs = append(runs, fmt.Sprintf(`{"seed":%d,"length":%d,"iterations":5,"wall_s":2,"last_improvement_s":1,"stop_reason":"iterations",
			"trace":[{"elapsed_s":0.01,"length":60},{"elapsed_s":1,"length":%d}]}`, i+1, length, length))
	}
	return fmt.Sprintf(`{"schema":1,"version":"v<1>","instance":{"name":"square","dimension":4,"metric":"EUC_2D","type":"TSP"},
		"device":{"name":"<script>alert(1)</script>","type":"cpu"},"algorithm":"%s","parameters":{"ants":4,"rho":0.5},"seed":1,
		"seeds":{"runs":[%s]},"best_length":40,"best_known_length":40,"iterations":5,"stop_reason":"iterations",
		"timings":{"wall_s":2,"setup_s":0.5,"stages":{"construct":1000}},"trace":[{"elapsed_s":0.01,"length":60},{"elapsed_s":1,"length":40}],
		"tour":[1,2,3,4]}`, algorithm, strings.Join(runs, ","))
}

func mustRead(t *testing.T, name, text string) *Report {
	t.Helper()
	return must.Get(Read(strings.NewReader(text), name))(t)
}

func describe(c Command) string { return fmt.Sprintf("%s %s %d", c.Instance, c.Algorithm, c.Seed) }

func writePage(t *testing.T, inputs []Input, reports ...*Report) *html.Node {
	t.Helper()
	var text strings.Builder
	must.Do(t, Write(&text, reports, inputs, describe))
	return must.Get(html.Parse(strings.NewReader(text.String())))(t)
}

// find returns the elements of a name whose class is one of classes; without classes all.
func find(page *html.Node, name string, classes ...string) []*html.Node {
	var list []*html.Node
	for n := range page.Descendants() {
		if n.Type == html.ElementNode && n.Data == name &&
			(len(classes) == 0 || slices.Contains(classes, attribute(n, "class"))) {
			list = append(list, n)
		}
	}
	return list
}

func attribute(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

func textOf(n *html.Node) string {
	var text strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			text.WriteString(d.Data)
		}
	}
	return text.String()
}

// A row of the comparison has the statistics of its runs, the shortest mean first.
func TestComparison(t *testing.T) {
	page := writePage(t, nil, mustRead(t, "as.json", reportText("as", 50, 46)),
		mustRead(t, "acs.json", reportText("acs", 40, 42)))
	var rows [][]string
	for _, tr := range find(find(page, "table", "compare")[0], "tr")[1:] {
		var cells []string
		for cell := range tr.ChildNodes() {
			cells = append(cells, textOf(cell))
		}
		rows = append(rows, cells)
	}
	const device = " on <script>alert(1)</script>"
	want := [][]string{
		{"acs" + device, "2", "40", "41 ± 12.7", "1.4", "41 (40.5 to 41.5)", "2.500%", "–", "–", "2.00 s", "1.00 s"},
		{"as" + device, "2", "46", "48 ± 25.4", "2.8", "48 (47 to 49)", "20.000%", "7 ± 13.8", "0.333 (1.00)", "2.00 s", "1.00 s"},
	}
	for i := range want {
		if len(rows) != len(want) || !slices.Equal(rows[i], want[i]) {
			t.Errorf("rows %q, want %q", rows, want)
		}
	}
}

// The page loads nothing from elsewhere, and what reports say is never markup.
func TestSelfContained(t *testing.T) {
	page := writePage(t, []Input{{File: "square.tsp", Instance: square}}, mustRead(t, "a.json", reportText("as", 40, 44)))
	if n := len(find(page, "script")); n != 1 {
		t.Errorf("%d scripts, want the page's own", n)
	}
	for n := range page.Descendants() {
		for _, key := range []string{"src", "href", "srcset", "data"} {
			if v := attribute(n, key); v != "" {
				t.Errorf("<%s %s=%q>", n.Data, key, v)
			}
		}
	}
	if css := textOf(find(page, "style")[0]); regexp.MustCompile(`url\(|@import`).MatchString(css) ||
		!strings.Contains(css, "prefers-color-scheme: dark") {
		t.Error("the style has outside parts, or no dark colours")
	}
	if got := textOf(find(page, "code", "command")[0]); got != "square.tsp as 1" {
		t.Errorf("command %q", got)
	}
}

// The tour and the chart are drawn; a chart has a path of all runs, and of several their median
// and quartiles.
func TestPictures(t *testing.T) {
	page := writePage(t, []Input{{File: "square.tsp", Instance: square}}, mustRead(t, "a.json", reportText("as", 40, 44)),
		mustRead(t, "b.json", reportText("acs", 41)))
	for class, want := range map[string]int{"route": 1, "run": 2, "median": 1, "quartiles": 1} {
		if got := len(find(page, "path", class)); got != want {
			t.Errorf("%d paths of class %s, want %d", got, class, want)
		}
	}
	if got := strings.Count(attribute(find(page, "path", "run")[1], "d"), "M"); got != 2 && got != 1 {
		t.Errorf("%d runs in the chart", got)
	}
	without := writePage(t, nil, mustRead(t, "a.json", reportText("as", 40, 44)))
	if len(find(without, "path", "route")) > 0 || !strings.Contains(textOf(without), "No coordinates were given") {
		t.Error("a tour is drawn without an instance")
	}
}

// Axes are logarithmic, and a gap of 0 is on the lowest line.
func TestChartAxes(t *testing.T) {
	s := sectionsOf([]*Report{mustRead(t, "a.json", reportText("as", 40, 44))})[0]
	c := newChart(s)
	if left, right := c.x(0.01), c.x(2); left != plotLeft || right != plotLeft+plotWidth {
		t.Errorf("from 0.01 s at %v to 2 s at %v", left, right)
	}
	if middle := c.x(math.Sqrt(0.02)); math.Abs(middle-(plotLeft+plotWidth/2)) > 1e-9 {
		t.Errorf("the geometric mean is at %v", middle)
	}
	if c.y(0) != plotTop+plotHeight || c.y(50) >= c.y(10) {
		t.Errorf("gaps of 0, 10 and 50%% at %v, %v and %v", c.y(0), c.y(10), c.y(50))
	}
	median, quartiles := c.spread(s, [][]Improvement{{{0.01, 60}}, {{0.1, 60}, {1, 44}}})
	if first := fmt.Sprintf("M%d ", int(math.Ceil(c.x(0.1)))); !strings.HasPrefix(median, first) ||
		!strings.HasPrefix(quartiles, first) {
		t.Errorf("the median begins with %.9q, want %q, when both runs have a tour", median, first)
	}
}

// Configurations are named by the parameters that differ, instances are sorted by size, and each
// configuration has the details of its shortest run alone.
func TestManyReports(t *testing.T) {
	var reports []*Report
	for _, of := range []struct {
		cities int
		rho    string
		seed   int
	}{{4, "0.9", 2}, {4, "0.1", 1}, {3, "0.9", 1}, {4, "0.9", 1}, {4, "0.1", 2}} {
		reports = append(reports, mustRead(t, fmt.Sprintf("%d-%s-%d.json", of.cities, of.rho, of.seed), fmt.Sprintf(
			`{"schema":1,"instance":{"name":"i%d","dimension":%[1]d},"device":{"name":"cpu"},"algorithm":"as","parameters":{"ants":4,"rho":%s},
			"seed":%d,"best_length":%d,"iterations":5,"stop_reason":"iterations","tour":%s}`,
			of.cities, of.rho, of.seed, 40+of.seed, []string{"[1,2,3]", "[1,2,3,4]"}[of.cities-3])))
	}
	page := writePage(t, nil, reports...)
	var names, cards []string
	for _, h := range find(page, "h1") {
		names = append(names, textOf(h))
	}
	for _, article := range find(page, "article", "panel") {
		cards = append(cards, textOf(find(article, "h3")[0])+": "+textOf(find(article, "p", "soft small")[0])[:45])
	}
	want := []string{
		"as on cpu: 3-0.9-1.json, aco-vk : length 41 with seed 1, ", "as on cpu, rho 0.9: The shortest of 2 reports with these settings",
		"as on cpu, rho 0.1: The shortest of 2 reports with these settings",
	}
	for i, card := range cards {
		if !strings.HasPrefix(want[min(i, 2)], card) {
			t.Errorf("card %q, want %q", card, want[min(i, 2)])
		}
	}
	if len(cards) != len(want) || !slices.Equal(names, []string{"i3", "i4"}) {
		t.Errorf("%d cards of %q", len(cards), names)
	}
}

// Reports of single runs with equal settings are one row; interrupted runs do not count if others
// were completed.
func TestSeries(t *testing.T) {
	single := regexp.MustCompile(`(?s)"seeds":.*?\]\},\s*"best`)
	var reports []*Report
	for i, reason := range []string{"iterations", "interrupted", "iterations"} {
		text := single.ReplaceAllString(reportText("as", 40), `"best`)
		text = strings.Replace(text, `"stop_reason":"iterations"`, fmt.Sprintf(`"stop_reason":%q`, reason), 1)
		reports = append(reports, mustRead(t, fmt.Sprintf("%d.json", i), text))
	}
	s := sectionsOf(reports)[0]
	if len(s.Series) != 1 || len(s.Series[0].Runs) != 3 || s.Series[0].Number != 2 {
		t.Errorf("%d series, %+v", len(s.Series), s.Series[0])
	}
}

func TestReadRefuses(t *testing.T) {
	valid := reportText("as", 40)
	for want, text := range map[string]string{
		"not the JSON report":            "TYPE: TOUR",
		"schema 2":                       strings.Replace(valid, `"schema":1`, `"schema":2`, 1),
		"the tour has 4 cities":          strings.Replace(valid, `"dimension":4`, `"dimension":5`, 1),
		"each of the cities 1 to 4 once": strings.Replace(valid, `[1,2,3,4]`, `[1,2,3,3]`, 1),
		"times that do not":              strings.Replace(valid, `"elapsed_s":1`, `"elapsed_s":0.001`, 1),
		"a time is negative":             strings.Replace(valid, `"setup_s":0.5`, `"setup_s":-1`, 1),
		"not those of the tour":          strings.Replace(valid, `"tour"`, `"path":[1,2],"tour"`, 1),
		"seed 1: the length or ":         strings.Replace(valid, `"length":40,"iter`, `"length":-40,"iter`, 1),
	} {
		if _, err := Read(strings.NewReader(text), "a.json"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

// The instance must be the run's.
func TestOtherInstance(t *testing.T) {
	other := *square
	other.X = []float64{0, 20, 20, 0}
	err := Write(&strings.Builder{}, []*Report{mustRead(t, "a.json", reportText("as", 40))},
		[]Input{{File: "other.tsp", Instance: &other}}, describe)
	if err == nil || !strings.Contains(err.Error(), "length 60 with the coordinates of other.tsp, and 40 in the report") {
		t.Errorf("error %v", err)
	}
}

// An open path is drawn without the edge back, which its length does not have.
func TestOpenPath(t *testing.T) {
	text := strings.Replace(reportText("merged", 30), `"tour"`, `"path":[1,4],"free_ends":["end"],"tour"`, 1)
	text = strings.ReplaceAll(text, `"best_length":40,"best_known_length":40`, `"best_length":30`)
	page := writePage(t, []Input{{File: "square.tsp", Instance: square}}, mustRead(t, "a.json", text))
	if d := attribute(find(page, "path", "route")[0], "d"); d != "m0 100000l100000 0 0-100000-100000 0" {
		t.Errorf("path %q", d)
	}
}

func TestCommand(t *testing.T) {
	r := mustRead(t, "a.json", reportText("as", 40))
	if c := r.Command("f"); c.Algorithm != "as" || c.Iterations != 5 ||
		!slices.Equal(c.Parameters, []Parameter{{"ants", "4"}, {"rho", "0.5"}}) {
		t.Errorf("%+v", c)
	}
	merged := mustRead(t, "m.json", strings.Replace(reportText("merged", 40), `"seed":1`, `"schedule":{},"seed":1`, 1))
	if c := merged.Command("f"); c.Report != "m.json" || c.Algorithm != "" {
		t.Errorf("%+v", c)
	}
	whole := mustRead(t, "c.json", reportText("chained", 40))
	if c := whole.Command("f"); c.Algorithm != "chained" || c.Iterations != 5 {
		t.Errorf("%+v", c)
	}
	cut := mustRead(t, "c.json", strings.Replace(reportText("chained", 40), `"seed":1`, `"unrecombined":true,"cut":{"rounds":2},"seed":1`, 1))
	if c := cut.Command("f"); c.Report != "c.json" || c.Algorithm != "" {
		t.Errorf("%+v", c)
	}
}

// A run that ended before its first iteration has no command: solve makes at least one iteration.
func TestNothingToRepeat(t *testing.T) {
	text := strings.ReplaceAll(reportText("as", 40), `"iterations":5`, `"iterations":0`)
	page := writePage(t, nil, mustRead(t, "a.json", text))
	if commands := find(page, "code", "command"); len(commands) != 0 {
		t.Errorf("command %q", textOf(commands[0]))
	}
	if !strings.Contains(textOf(page), "The run ended before its first iteration, so there is nothing to repeat.") {
		t.Error("the page does not say that there is nothing to repeat")
	}
}

// Any report that Read accepts makes a page.
func FuzzReport(f *testing.F) {
	f.Add(reportText("as", 40, 44))
	f.Add(strings.Replace(reportText("merged", 40), `"seed":1`, `"schedule":{"spoilt":"x"},"path":[1,4],"seed":1`, 1))
	f.Add(
		`{"schema":1,"instance":{"dimension":3,"scale":1e-300},"tour":[1,2,3],"best_known_length":-1,"timings":{"stages":{"":1e308}}}`)
	f.Fuzz(func(t *testing.T, text string) {
		r, err := Read(strings.NewReader(text), "f.json")
		if err != nil {
			return
		}
		if err := Write(&strings.Builder{}, []*Report{r, r}, nil, describe); err != nil {
			t.Error(err)
		}
	})
}

// Lengths of runs with prices of legs are no progress of lengths, in none of several runs.
func TestNoChartOfPrices(t *testing.T) {
	text := strings.Replace(reportText("as", 40, 44), `"seed":1,`, `"stay_close":{"price":3,"new_legs":1,"cost":43},"seed":1,`, 1)
	if c := newChart(sectionsOf([]*Report{mustRead(t, "a.json", text)})[0]); c != nil {
		t.Errorf("a chart of %d series", len(c.Series))
	}
}

// A chart has ticks on both axes, also if all gaps are equal.
func TestTicks(t *testing.T) {
	text := strings.ReplaceAll(strings.ReplaceAll(reportText("as", 40), "60", "47"), `"length":40`, `"length":47`)
	c := newChart(sectionsOf([]*Report{mustRead(t, "a.json", text)})[0])
	if c == nil || len(c.X) < 2 || len(c.Y) < 3 {
		t.Errorf("%+v", c)
	}
}

// A page has one text of a length, as the command prints it, although the steps of its legs are rounded.
func TestOneTextOfLength(t *testing.T) {
	text := strings.NewReplacer(`"type":"TSP"`, `"type":"TSP","unit":"m","scale":1000`, `"best_length":40,"best_known_length":40`,
		`"best_length":819437449,"length":819437.512`, `"length":40`, `"length":819437449`).Replace(reportText("as", 40))
	page := textOf(writePage(t, nil, mustRead(t, "a.json", text)))
	if found := regexp.MustCompile(`819\.\d+ km`).FindAllString(page, -1); len(found) < 4 || len(slices.Compact(found)) != 1 || found[0] != "819.438 km" {
		t.Errorf("%q", found)
	}
}
