package analysis

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The files are as https://iohprofiler.github.io/IOHanalyzer/data/ describes them. A run's lines end
// with its last evaluation.
func TestIOHanalyzer(t *testing.T) {
	first, second := row("acs, q0 0.9", "a/280", 1, 1100, 1000), row("acs, q0 0.9", "a/280", 7, 1300, 1040)
	second.Improvements[0].Tours = 0 // the first tour
	files, evaluations := study(t, Options{}, first, second).IOHanalyzer()
	got := map[string]string{}
	for _, f := range files {
		got[f.Name] = f.text
	}
	const head = `"function evaluation" "current f(x)" "best-so-far f(x)" "current af(x)+b" "best af(x)+b"` + "\n"
	want := map[string]string{
		"1-acs--q0-0.9/IOHprofiler_f1_a-280.info": "suite = 'TSP', funcId = 1, funcName = 'a/280', DIM = 9, maximization = F, " +
			"algId = 'acs; q0 0.9'\n% evaluations are constructed tours\n" +
			"data_f1_a-280/IOHprofiler_f1_DIM9.dat, 1:100|1000, 7:100|1040\n",
		"1-acs--q0-0.9/data_f1_a-280/IOHprofiler_f1_DIM9.dat": head + "10 1100 1100 1100 1100\n40 1000 1000 1000 1000\n" +
			"100 1000 1000 1000 1000\n" + head + "1 1300 1300 1300 1300\n40 1040 1040 1040 1040\n100 1040 1040 1040 1040\n",
	}
	if diff := cmp.Diff(want, got); diff != "" || evaluations != Tours {
		t.Errorf("%s: -want +got\n%s", evaluations, diff)
	}
	first.Tours = 0
	if _, evaluations := study(t, Options{}, first, second).IOHanalyzer(); evaluations != Iterations {
		t.Errorf("evaluations are %s where a run has no tours", evaluations)
	}
}
