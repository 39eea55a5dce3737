package conform

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	classicmodel "github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/option"
)

// parse returns the cases of texts.
func parse(t *testing.T, texts ...string) (cases []Case) {
	t.Helper()
	for _, text := range texts {
		c, err := ParseCase(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		cases = append(cases, c)
	}
	return cases
}

// The text of a case has no special characters and parses to the same case.
func TestCaseText(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	for range 2000 {
		c := randomCase(random)
		text := c.String()
		if diff := cmp.Diff([]Case{c}, parse(t, text)); diff != "" || strings.ContainsAny(text, " '\"\\$&;|<>()*?") {
			t.Fatalf("%s (-want +got):\n%s", text, diff)
		}
	}
}

func TestParseCaseRefusesInvalidText(t *testing.T) {
	good := "input=uniform:9:1,algorithm=as,iterations=2,ants=3"
	parse(t, good)
	for _, text := range []string{
		"", "input", ",", good + ",", good + ",Ants=4", good + ",ant\u017f=4", strings.Replace(good, "algorithm=as",
			"Algorithm=merged", 1), good + ",ants=4", good + ",colour=red", good + ",ants=x", good + ",ants=1e99",
		good + ",ants=-", good + ",seed=-1",
		strings.Replace(good, "uniform", "round", 1), strings.Replace(good, ":9", ":2", 1),
		strings.Replace(good, ":9", ":2000000000", 1),
		strings.Replace(good, "9:1", "9:1:EXPLICIT", 1), strings.Replace(good, "9:1", "9:-1", 1),
		strings.Replace(good, "uniform:9:1", "huge:9:1:ATT", 1),
		strings.Replace(good, "iterations=2", "iterations=0", 1), strings.Replace(good, "iterations=2",
			"iterations=2000000000", 1),
		"algorithm=as,iterations=2", "input=uniform:9:1,iterations=2", strings.Replace(good, "algorithm=as",
			"algorithm=aco", 1), strings.Replace(good, "uniform:9", "huge:20000", 1), good + ",windows=2",
		good + ",first_iteration=4294967295", good + ",first_iteration=1,whole=true", good + ",large=true",
		strings.Replace(good, "algorithm=as", "algorithm=merged,whole=true,shuffled=true", 1),
	} {
		var refused *option.Error
		if c, err := ParseCase(text); !errors.As(err, &refused) {
			t.Errorf("%q is %s, %v", text, c, err)
		}
	}
}

// Parameters that a case leaves out have the published values, so that a case without them can
// run.
func TestParseCaseDefaults(t *testing.T) {
	for _, algorithm := range classicmodel.Algorithms {
		c := parse(t, "input=uniform:9:1,iterations=2,ants=1,algorithm="+string(algorithm))[0]
		want := classicmodel.Published(algorithm, classicmodel.SearchNone)
		if p := c.Parameters; p.Alpha != want.Alpha || p.Beta != want.Beta || p.Rho != want.Rho {
			t.Errorf("%s: alpha %g, beta %g, rho %g", algorithm, p.Alpha, p.Beta, p.Rho)
		}
		if possible, err := c.possible(); err != nil || !possible {
			t.Errorf("%s cannot run: %v", c, err)
		}
	}
}

func FuzzParseCase(f *testing.F) {
	f.Add("input=uniform:9:1,algorithm=as,iterations=2,ants=3")
	f.Add("input=twice:9:1:ATT,algorithm=merged,iterations=2,ants=3")
	f.Fuzz(func(t *testing.T, text string) {
		c, err := ParseCase(text)
		if err != nil {
			return
		}
		if again, err := ParseCase(c.String()); err != nil || again.String() != c.String() {
			t.Errorf("%q is %s, and that %s, %v", text, c, again, err)
		}
	})
}
