// Package testkind lets a test say what kind of test it is. Some targets of the Makefile leave out
// a kind, because another target has the same coverage in less time:
//
//	func TestAnt(t *testing.T) {
//		testkind.ComparesStage(t)
//		...
//	}
//
// The Makefile sets ACO_VK_TARGET to the name of its target. Without the variable, no test is left
// out. A test that is only too long for short tests asks testing.Short instead.
package testkind

import (
	"os"
	"slices"
	"testing"
)

// variable is the environment variable that names the target of the Makefile.
const variable = "ACO_VK_TARGET"

// kind is a reason to leave a test out.
type kind struct {
	targets []string // that leave the tests out
	reason  string
}

var (
	comparesStage = kind{[]string{"test-short", "race", "test-validation"}, "conform compares every stage"}
	// With odd sizes and extreme values they have found planted bugs that conform --quick had not.
	comparesHardStage = kind{[]string{"race", "test-validation"}, comparesStage.reason}
	// The reference takes ten times as long under the race detector. What runs concurrently has
	// tests of its own: progress, submissions, exchanges, checkpoints, several devices, and
	// failures.
	comparesRuns = kind{[]string{"race"}, "compares runs, large results or distributions"}
	// The processes run one after the other: nothing in them is concurrent that other tests do not
	// cover.
	manyProcesses = kind{[]string{"race", "test-validation"}, "starts many processes"}
	pages         = kind{[]string{"test-short", "race", "test-validation"}, "test-whole runs the commands of the pages"}
	whole         = kind{[]string{"test-short", "race", "test-validation"}, "test-whole runs it"}
	noSubgroups   = kind{
		[]string{"test-short", "race", "test-validation", "test-swiftshader"},
		"test-whole and test-no-subgroups run kernels without subgroup operations",
	}
)

// ComparesStage marks a test that compares a stage of a device with the reference, for some
// recipes and sizes.
func ComparesStage(t testing.TB) { t.Helper(); comparesStage.skip(t) }

// ComparesHardStage marks a test like ComparesStage that make test runs beside conform --quick.
func ComparesHardStage(t testing.TB) { t.Helper(); comparesHardStage.skip(t) }

// ComparesRuns marks a test that compares whole runs, large results or distributions, and whose
// concurrency other tests cover.
func ComparesRuns(t testing.TB) { t.Helper(); comparesRuns.skip(t) }

// ManyProcesses marks a test that runs the program many times.
func ManyProcesses(t testing.TB) { t.Helper(); manyProcesses.skip(t) }

// Whole marks a test of kernels, rules or sizes beyond what make test needs to show: there conform
// compares every shader with the reference, and each package has core tests.
func Whole(t testing.TB) { t.Helper(); whole.skip(t) }

// Pages marks a test that runs the commands of the documentation.
func Pages(t testing.TB) { t.Helper(); pages.skip(t) }

// NoSubgroups marks a test of kernels without subgroup operations on a device that has them.
func NoSubgroups(t testing.TB) { t.Helper(); noSubgroups.skip(t) }

// Core reports whether the target leaves out the tests that call Whole.
func Core() bool { return whole.leftOut() }

// Racing reports whether make race runs the tests.
func Racing() bool { return comparesRuns.leftOut() }

func (k kind) leftOut() bool { return slices.Contains(k.targets, os.Getenv(variable)) }

func (k kind) skip(t testing.TB) {
	t.Helper()
	if k.leftOut() {
		t.Skip(k.reason)
	}
}
