package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
)

// binary is the compiled tests of a package.
type binary struct {
	pkg    string // as go test takes it: ./aco
	folder string // of the package, where its tests run
	file   string
}

// build compiles the tests of the packages that have tests.
func build(ctx context.Context, out io.Writer, folder string, packages []string) ([]binary, error) {
	fmt.Fprintln(out, "== building the tests of", strings.Join(packages, " "))
	list := exec.CommandContext(ctx, "go", append([]string{"list", "-json=Dir,ImportPath,Module,TestGoFiles,XTestGoFiles"}, packages...)...)
	list.Stderr = os.Stderr
	text, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	var all []binary
	for decoder := json.NewDecoder(bytes.NewReader(text)); ; {
		var p struct {
			Dir, ImportPath           string
			Module                    struct{ Path string }
			TestGoFiles, XTestGoFiles []string
		}
		if err := decoder.Decode(&p); err == io.EOF {
			break
		} else if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		if len(p.TestGoFiles)+len(p.XTestGoFiles) == 0 {
			continue
		}
		one := binary{"." + strings.TrimPrefix(p.ImportPath, p.Module.Path), p.Dir,
			filepath.Join(folder, strconv.Itoa(len(all))+".test")}
		compile := exec.CommandContext(ctx, "go", "test", "-c", "-vet=off", "-ldflags=-s -w", "-o", one.file, p.ImportPath)
		compile.Stderr = os.Stderr
		if err := compile.Run(); err != nil {
			return nil, fmt.Errorf("go test -c %s: %w", one.pkg, err)
		}
		all = append(all, one)
	}
	return all, nil
}

// startBusy starts busy processes and returns what ends them.
func startBusy(ctx context.Context, n int) (end func(), err error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	var ends []func()
	end = func() {
		for _, one := range ends {
			one()
		}
	}
	for range n {
		command := exec.CommandContext(ctx, program)
		command.Env = append(os.Environ(), busyVariable+"=1")
		in, err := command.StdinPipe()
		if err == nil {
			err = command.Start()
		}
		if err != nil {
			end()
			return nil, err
		}
		ends = append(ends, func() {
			_ = in.Close()
			_ = command.Wait() // its status says nothing
		})
	}
	return end, nil
}

// runRound runs each package once, as many at a time as there are processors.
func runRound(ctx context.Context, binaries []binary, round int, pattern string, found *findings) {
	var running sync.WaitGroup
	slots := make(chan struct{}, runtime.NumCPU())
	for i, b := range binaries {
		slots <- struct{}{}
		running.Go(func() {
			defer func() { <-slots }()
			r := testRun{pkg: b.pkg, seed: round*len(binaries) + i + 1, threads: 1 + (round+i)%2}
			r.out, r.err = runTests(ctx, b, r, pattern)
			if ctx.Err() == nil {
				found.add(r)
			}
		})
	}
	running.Wait()
}

// testRun is a run of a package's tests.
type testRun struct {
	pkg     string
	seed    int // of the order of tests
	threads int // GOMAXPROCS
	out     string
	err     error
}

// runTests runs the tests of a package.
func runTests(ctx context.Context, b binary, r testRun, pattern string) (string, error) {
	command := exec.CommandContext(ctx, b.file, "-test.short", "-test.timeout=60m", "-test.paniconexit0",
		"-test.shuffle="+strconv.Itoa(r.seed), "-test.run="+pattern)
	command.Dir = b.folder
	command.Env = append(os.Environ(), "GOMAXPROCS="+strconv.Itoa(r.threads))
	out, err := command.CombinedOutput()
	return string(out), err
}
