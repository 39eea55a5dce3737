// Command stress runs the short tests of packages again and again on a machine that is kept busy,
// and lists what failed once:
//
//	stress [--for DURATION] [--busy N] [--tests REGEXP] [PACKAGE...]
//
// Each run of a package has its tests in a new random order, and one or two threads of Go in turn.
// Beside them N processes use all processor time that they get. The list at the end has each failed
// test with the number of its failures and the first one's order, threads and output.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"time"
)

// busyVariable makes the program a busy process in place of a test of packages.
const busyVariable = "ACO_VK_STRESS_BUSY"

func main() {
	if os.Getenv(busyVariable) != "" {
		beBusy(os.Stdin)
		return
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	status, err := run(ctx, os.Stdout, os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "stress:", err)
		os.Exit(2)
	}
	os.Exit(status)
}

// beBusy uses a processor until its standard input ends: when the program that started it does.
func beBusy(in io.Reader) {
	done := make(chan struct{})
	go func() {
		_, _ = io.Copy(io.Discard, in)
		close(done)
	}()
	for x := uint64(1); ; x = x*6364136223846793005 + 1 {
		select {
		case <-done:
			return
		default:
		}
	}
}

// options is what the command line says.
type options struct {
	length   time.Duration // rounds begin until it has passed
	busy     int           // processes beside the tests
	pattern  string        // the tests to run, as of go test -run
	packages []string
}

// run stresses the packages and returns the exit status: 1 if a test failed once.
func run(ctx context.Context, out io.Writer, arguments []string) (status int, err error) {
	var o options
	flags := flag.NewFlagSet("stress", flag.ContinueOnError)
	flags.DurationVar(&o.length, "for", 10*time.Minute, "how long new rounds begin; at least one is run")
	flags.IntVar(&o.busy, "busy", 8, "how many busy processes run beside the tests")
	flags.StringVar(&o.pattern, "tests", "", "the tests to run; all without it")
	if err := flags.Parse(arguments); err != nil {
		return 2, err
	}
	if o.packages = flags.Args(); len(o.packages) == 0 {
		o.packages = []string{"./..."}
	}
	folder, err := os.MkdirTemp("", "aco-vk-stress-")
	if err != nil {
		return 2, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	binaries, err := build(ctx, out, folder, o.packages)
	if err != nil {
		return 2, err
	}
	end, err := startBusy(ctx, o.busy)
	if err != nil {
		return 2, err
	}
	defer end()
	found := newFindings()
	started := time.Now()
	for round := 0; ctx.Err() == nil && (round == 0 || time.Since(started) < o.length); round++ {
		runRound(ctx, binaries, round, o.pattern, found)
		fmt.Fprintf(out, "== round %d after %.0f s: %d runs of packages, %d failed\n",
			round+1, time.Since(started).Seconds(), found.runs, found.failedRuns)
	}
	found.print(out)
	if len(found.tests) > 0 {
		return 1, nil
	}
	return 0, nil
}
