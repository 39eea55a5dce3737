package main

/*
#cgo CFLAGS: -std=gnu11 -fvisibility=hidden
#cgo windows LDFLAGS: -static-libgcc
#include <stdlib.h>
#include "api.h"
*/
import "C"

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"unsafe"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/internal/parallel"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/format"
)

// versionText is never freed.
var versionText = C.CString(version())

//export acoVkVersion
func acoVkVersion() *C.char { return versionText }

//export acoVkOpen
func acoVkOpen(devices *C.char, number *C.uintptr_t, text *C.char, size C.size_t) (result C.int) {
	defer recovered(&result, text, size)
	opened, err := open(C.GoString(devices))
	*number = C.uintptr_t(opened)
	return say(err, text, size)
}

//export acoVkSolve
func acoVkSolve(
	number C.uintptr_t, outer C.uint64_t, p *C.aco_vk_problem, o *C.aco_vk_options, tour *C.int32_t,
	r *C.aco_vk_result, text *C.char, size, all C.size_t,
) (result C.int) {
	defer recovered(&result, text, size)
	ctx, run, err := begin(uintptr(number), uint64(outer), uint64(o.run))
	if err != nil {
		return say(err, text, size)
	}
	defer run.finish()
	failure, warnings, err := run.solve(ctx, p, o, tour, r)
	if err != nil {
		return say(err, text, size)
	}
	_, reason := describe(failure)
	write(text, size, reason)
	writeAll((*C.char)(unsafe.Add(unsafe.Pointer(text), size)), all-size, warnings)
	return C.ACO_VK_OK
}

// solve solves a problem for a call of the run. failure is why a device did not finish.
func (r *run) solve(
	ctx context.Context, p *C.aco_vk_problem, o *C.aco_vk_options, tour *C.int32_t, result *C.aco_vk_result,
) (failure error, warnings []string, err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = faultOf(reason)
		}
	}()
	copied, err := problemOf(p)
	if err != nil {
		return nil, nil, err
	}
	in, err := copied.instance(ctx, int(p.n))
	if err != nil {
		return nil, nil, err
	}
	given := optionsOf(o, int(p.n))
	if in, err = in.Rescaled(ctx, given.ends()); err != nil {
		return nil, nil, err
	}
	options, err := given.of(in)
	if err != nil {
		return nil, nil, err
	}
	options.Progress = r.progress(in, o)
	read := parallel.Meanwhile(func() (*format.Input, error) {
		return format.FromInstance(ctx, in, func(city int) string { return in.CityText(int32(city)) })
	})
	found, err := r.solver.Solve(ctx, in, options)
	warnings = append((<-read).Warnings, copied.warnings()...)
	if err != nil {
		return nil, nil, err
	}
	copy(unsafe.Slice((*int32)(tour), len(found.Tour)), found.Tour)
	fill(result, found)
	return found.Failure, warnings, nil
}

//export acoVkSolveMany
func acoVkSolveMany(
	number C.uintptr_t, outer C.uint64_t, p *C.aco_vk_problem, count C.size_t, o *C.aco_vk_options, tours **C.int32_t,
	r *C.aco_vk_result, codes *C.int, text *C.char, size, all C.size_t,
) (result C.int) {
	defer recovered(&result, text, size)
	n := int(count)
	problems, results, tourOf := unsafe.Slice(p, n), unsafe.Slice(r, n), unsafe.Slice(tours, n)
	code := unsafe.Slice(codes, n)
	ctx, run, err := begin(uintptr(number), uint64(outer), uint64(o.run))
	if err == nil {
		defer run.finish()
		err = sharedOptions(o)
	}
	if err != nil {
		result = say(err, text, size)
		copy(code, slices.Repeat([]C.int{result}, n))
		return result
	}
	errs, failures, warnings := slices.Repeat([]error{context.Canceled}, n), make([]error, n), make([][]string, n)
	_ = parallel.Each(ctx, runtime.GOMAXPROCS(0), n, func(_, i int) { // its error is in errs
		failures[i], warnings[i], errs[i] = run.solve(ctx, &problems[i], o, tourOf[i], &results[i])
	})
	var reasons, warned []string
	for i, err := range errs {
		c, reason := describe(cmp.Or(err, failures[i]))
		if reason != "" {
			reasons = append(reasons, fmt.Sprintf("problem %d: %s", i, reason))
		}
		if err != nil {
			code[i] = C.int(c)
			result = cmp.Or(result, code[i])
		}
		for _, warning := range warnings[i] {
			warned = append(warned, fmt.Sprintf("problem %d: %s", i, warning))
		}
	}
	write(text, size, strings.Join(fitting(reasons, int(size)), "\n"))
	writeAll((*C.char)(unsafe.Add(unsafe.Pointer(text), size)), all-size, warned)
	return result
}

// sharedOptions refuses options that many problems cannot share.
func sharedOptions(o *C.aco_vk_options) error {
	switch {
	case o.progress != nil:
		return refuse("progress", "it does not tell problems apart; leave it out")
	case o.initial != nil:
		return refuse("initial", "it is a tour of one problem; leave it out")
	}
	return nil
}

//export acoVkCancel
func acoVkCancel(number C.uintptr_t, name C.uint64_t, text *C.char, size C.size_t) (result C.int) {
	count, err := cancel(uintptr(number), uint64(name))
	if err != nil {
		return -say(err, text, size)
	}
	return C.int(count)
}

//export acoVkClose
func acoVkClose(number C.uintptr_t, outer C.uint64_t, text *C.char, size C.size_t) (result C.int) {
	defer recovered(&result, text, size)
	return say(closeSolver(uintptr(number), uint64(outer)), text, size)
}

// recovered makes a panic an error: C cannot handle one.
func recovered(result *C.int, text *C.char, size C.size_t) {
	if reason := recover(); reason != nil {
		*result = say(faultOf(reason), text, size)
	}
}

func faultOf(reason any) error { return fmt.Errorf("a fault of the library: %v", reason) }

// say writes the text of an error and returns its code.
func say(err error, text *C.char, size C.size_t) C.int {
	code, words := describe(err)
	write(text, size, words)
	return C.int(code)
}

// write writes as many characters of a text as fit, with a 0 behind.
func write(to *C.char, size C.size_t, text string) {
	room := unsafe.Slice((*byte)(unsafe.Pointer(to)), int(size))
	room[copy(room, beginOf(text, len(room)-1))] = 0
}

// writeAll writes as many texts as fit, each with a 0 behind, and a 0 behind the last one.
func writeAll(to *C.char, size C.size_t, texts []string) {
	for _, text := range fitting(texts, int(size)-1) {
		if need := C.size_t(len(text)) + 2; text == "" || need > size {
			break
		}
		write(to, size, text)
		to, size = (*C.char)(unsafe.Add(unsafe.Pointer(to), len(text)+1)), size-C.size_t(len(text))-1
	}
	write(to, size, "")
}

// problemOf copies the arrays of a problem.
func problemOf(p *C.aco_vk_problem) (problem, error) {
	s := sizes{
		cities: int64(p.n), stride: int64(p.stride), fixed: int64(p.fixed_count),
		coordinates: p.x != nil || p.y != nil, distances: p.distances != nil, weights: p.weights != nil,
	}
	switch {
	case (p.x == nil) != (p.y == nil):
		return problem{}, refuse("x and y", "one of them is NULL")
	case p.fixed == nil && p.fixed_count > 0:
		return problem{}, refuse("fixed", "it is NULL, and fixed_count is %d", int64(p.fixed_count))
	}
	if err := s.check(); err != nil {
		return problem{}, err
	}
	n := int(p.n)
	copied := problem{metric: C.GoString(p.metric), fixed: copyOf((*int32)(p.fixed), 2*int(p.fixed_count))}
	if p.x != nil {
		copied.x, copied.y = strided((*float64)(p.x), n, s.stride), strided((*float64)(p.y), n, s.stride)
	}
	copied.distances = copyOf((*float64)(p.distances), n*n)
	copied.weights = copyOf((*int32)(p.weights), n*n)
	return copied, nil
}

// copyOf copies an array of C; nil if there is none.
func copyOf[T any](from *T, n int) []T {
	if from == nil || n == 0 {
		return nil
	}
	return append(make([]T, 0, n), unsafe.Slice(from, n)...)
}

// strided copies every so many numbers of an array of C.
func strided(from *float64, n int, stride int64) []float64 {
	step := max(int(stride), 1)
	all := unsafe.Slice(from, (n-1)*step+1)
	numbers := make([]float64, n)
	for i := range numbers {
		numbers[i] = all[i*step]
	}
	return numbers
}

func optionsOf(o *C.aco_vk_options, cities int) options {
	return options{
		Rules: option.Rules[float64]{
			TimeLimit: float64(o.time_limit), DeviceTime: float64(o.device_time), Idle: float64(o.idle),
			Iterations: int(o.iterations), Stall: int(o.stall),
		},
		seed: uint64(o.seed), target: float64(o.target),
		path: copyOf((*int32)(o.path), 2), initial: copyOf((*int32)(o.initial), cities),
		algorithm: C.GoString(o.algorithm),
	}
}

// progress returns the function that passes events on to C; nil if C has none.
func (r *run) progress(in *tsp.Instance, o *C.aco_vk_options) func(aco.Progress) {
	if o.progress == nil {
		return nil
	}
	return func(p aco.Progress) {
		r.inside(p.Context())
		phase := C.CString(string(p.Phase))
		defer C.free(unsafe.Pointer(phase))
		event := C.aco_vk_progress{
			size: C.sizeof_aco_vk_progress, phase: phase, iteration: C.int64_t(p.Iteration),
			elapsed: C.double(p.Elapsed.Seconds()), length: C.double(in.Unit.Value(p.Best)),
		}
		if p.Notice.Text != "" {
			event.notice = C.CString(p.Notice.Text)
			defer C.free(unsafe.Pointer(event.notice))
		}
		if C.acoVkCall(o.progress, &event, o.user, C.uint64_t(r.number)) != 0 {
			r.cancel()
		}
	}
}

// fill writes a result into the struct of C.
func fill(r *C.aco_vk_result, found *aco.Result) {
	r.length, r.elapsed, r.iterations = C.double(found.UnitLength), C.double(found.Elapsed.Seconds()), C.int64_t(found.Iterations)
	write(&r.stop[0], C.size_t(len(r.stop)), string(found.Stop))
	write(&r.algorithm[0], C.size_t(len(r.algorithm)), string(found.Algorithm))
	device := "the processor"
	if len(found.Devices) > 0 {
		device = found.Devices[0].Name
	}
	write(&r.device[0], C.size_t(len(r.device)), device)
}
