// Command aco-vk finds short tours for the travelling salesman problem with ant colonies on any
// Vulkan GPU.
package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"regexp"
	"runtime/debug"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/aco-vk/aco-vk/aco/classic"
	classicmodel "github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/distance"
	"github.com/aco-vk/aco-vk/internal/choice"
	"github.com/aco-vk/aco-vk/tsp/draw"
	"github.com/aco-vk/aco-vk/tsp/format"
)

// Exit codes; docs/command-line.md documents them.
const (
	exitDone        = 0
	exitFailure     = 1
	exitUsage       = 2 // wrong usage or bad input
	exitNoDevice    = 3
	exitDiffers     = 4 // a device differs from the reference, or a run from its archive
	exitDevice      = 5 // a device failed, so that a test is incomplete
	exitInterrupted = 130
)

// solveLine is the command line of solve alone.
type solveLine struct {
	Solve solveCommand `cmd:"" help:"Find a short tour of an instance."`
}

type commandLine struct {
	solveLine
	Bound     boundCommand     `cmd:"" help:"Compute a lower bound of the lengths of all tours of an instance."`
	Presets   presetsCommand   `cmd:"" help:"List the papers' systems for solve --preset, with their differences from the papers."`
	Reproduce reproduceCommand `cmd:"" help:"Make the run of an archive again, on any device, and say whether it finds the same tour."`

	Cite    citeCommand    `cmd:"" help:"Print references to this version and to the publications whose methods a run used, as BibTeX."`
	Bench   benchCommand   `cmd:"" help:"Measure a table of a paper or of a device, and print it as Markdown, beside the published figures if there are any."`
	Conform conformCommand `cmd:"" help:"Test whether a device computes the same as the sequential reference."`
	Devices devicesCommand `cmd:"" help:"List the Vulkan devices and say whether they can be used."`
	Gen     genCommand     `cmd:"" help:"Write a random instance in TSPLIB's format to standard output."`
	Serve   serveCommand   `cmd:"" help:"Accept jobs over HTTP and solve them on this machine and on machines that join."`
	Work    workCommand    `cmd:"" help:"Solve the jobs of a server on this machine's devices."`
	Tour    tourCommand    `cmd:"" help:"Check tour files."`
	Plot    plotCommand    `cmd:"" help:"Draw an instance and its tours as SVG, PNG or PDF."`
	Report  reportCommand  `cmd:"" help:"Write reports of solve --json as one HTML page: the tour, the gap by time, and a comparison with confidence intervals."`
	Pipe    pipeCommand    `cmd:"" help:"Solve for a program in another language, which sends instances over standard input, such as the Python package aco_vk."`
	Analyse analyseCommand `cmd:"" help:"Compare configurations by their runs: tables, tests and intervals, per instance and across instances."`
	Help    helpCommand    `cmd:"" help:"Show the help of a command."`
	Version versionCommand `cmd:"" help:"Print version, commit and system."`

	Experiment experimentCommand `cmd:"" help:"Run a plan of algorithms, parameters, instances, seeds and limits, and record a row for each run."`

	Completion completionCommand `cmd:"" help:"Print a script that completes commands, flags and values in a shell."`
	Man        manCommand        `cmd:"" help:"Print the manual page: aco-vk man | man -l -"`

	ShowVersion kong.VersionFlag `name:"version" help:"Print the version and exit."`
}

const description = `Short tours for the travelling salesman problem, found by ant colonies on any Vulkan GPU.
The same instance, parameters, seed and number of iterations give the same tour, bit for bit, on every device.

Exit codes: 0 done, 1 failure, 2 wrong usage or bad input, 3 no usable device, 4 a device differs from the reference or a run from its archive, 130 interrupted, the best tour is written. A fault of the program itself ends it by the signal SIGABRT, which shells show as 134.`

func main() {
	protectDriverCache(os.Stderr)
	os.Exit(run(os.Args[1:], console{in: os.Stdin, out: os.Stdout, messages: os.Stderr}))
}

func run(arguments []string, c console) int {
	if len(arguments) > 0 && workers[arguments[0]] != nil {
		return fail(c, serveWorker(arguments, c))
	}
	// A fault of the program ends it by SIGABRT, and not with exit code 2, which is for wrong usage. In
	// a worker the signal of the driver's fault is reported.
	debug.SetTraceback("crash")
	if len(arguments) == 1 && arguments[0] == decodeWorker {
		return fail(c, serveDecoder(c))
	}
	var exit *int
	out := &checkedWriter{Writer: c.out, messages: c.messages}
	c.out = out
	if len(arguments) == 0 {
		fmt.Fprint(c.out, shortHelp)
		return out.code(exitDone)
	}
	arguments, all := wantsAllFlags(arguments)
	arguments = joinNegative(arguments)
	var err error
	parsed := parseCommand(arguments)
	if parsed == nil {
		whole := new(commandLine)
		parser, failed := newParserFor(whole, all, c, func(code int) { exit = &code })
		if failed != nil {
			return fail(c, failed)
		}
		parsed, err = parser.Parse(arguments)
	}
	if exit != nil {
		return out.code(*exit) // --help or --version
	}
	if out.failed {
		return exitFailure // of --help
	}
	if err != nil {
		if isFile(arguments[0]) {
			fmt.Fprintf(c.messages, "aco-vk: %s is a file, not a command; aco-vk solve %s finds a short tour of its places\n",
				arguments[0], strings.Join(arguments, " "))
			return exitUsage
		}
		text := strings.Replace(err.Error(), atEnd, "nothing", 1)
		if decimalComma.MatchString(text) {
			text += "; the decimal mark is a point"
		}
		if severalVehicles.MatchString(text) {
			text += "; one vehicle visits all places: VROOM, OR-Tools, PyVRP and Timefold plan more than a tour"
		}
		fmt.Fprintf(c.messages, "aco-vk: %s (see %s --help)\n", text, commandOf(err))
		return exitUsage
	}
	if wantsJSONLog(parsed) {
		c.messages = newJSONLog(c.messages)
		out.messages = c.messages
	}
	if err = cmp.Or(refuseRepeated(parsed), refuseEmpty(parsed)); err == nil {
		c, err = refuseOverwriting(parsed, c)
	}
	if err == nil {
		err = parsed.Run(c)
	}
	return out.code(fail(c, err))
}

// isFile reports whether there is a file of a name.
func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && !info.IsDir()
}

// joinNegative joins each flag and a negative number after it, as in --seed=-1. The parser would
// take the number for a flag.
func joinNegative(arguments []string) []string {
	var joined []string
	for _, argument := range arguments {
		last := len(joined) - 1
		if negative.MatchString(argument) && last >= 0 && longFlag.MatchString(joined[last]) {
			joined[last] += "=" + argument
			continue
		}
		joined = append(joined, argument)
	}
	return joined
}

// atEnd is the end of the arguments in the parser's errors.
const atEnd = `"EOL" (<EOL>)`

var (
	// decimalComma matches the parser's error of a number or a duration with a decimal comma.
	decimalComma = regexp.MustCompile(`(expected a float but got "-?\d*,\d+"|: "\d*,\d+[a-zµ]*" is not a duration)`)

	// severalVehicles matches the parser's error of a flag that programs for other problems have.
	severalVehicles = regexp.MustCompile(`unknown flag --(num-)?(vehicles?|capacit(y|ies)|time-?windows?|depots?|demands?)\b`)

	negative = regexp.MustCompile(`^-[0-9.]`)
	longFlag = regexp.MustCompile(`^--[a-z][a-z0-9-]*$`)
)

// commandOf returns the command whose arguments could not be parsed, for example aco-vk solve.
func commandOf(err error) string {
	var parse *kong.ParseError
	if errors.As(err, &parse) && parse.Context != nil && parse.Context.Selected() != nil {
		return parse.Context.Selected().FullPath()
	}
	return "aco-vk"
}

// newParser returns the parser of the command line. The help of solve shows all of its flags or
// the common ones; help and --version call exit.
func newParser(all bool, c console, exit func(code int)) (*kong.Kong, error) {
	return newParserFor(new(commandLine), all, c, exit)
}

// parseCommand parses the arguments of a command that asks for no help. It leaves out the other
// commands: to read the tags of all flags takes 6 ms. It returns nil if the arguments are wrong.
func parseCommand(arguments []string) *kong.Context {
	for _, field := range reflect.VisibleFields(reflect.TypeFor[commandLine]()) {
		_, isCommand := field.Tag.Lookup("cmd")
		if !isCommand || strings.ToLower(field.Name) != arguments[0] || field.Name == "Help" { // of all commands
			continue
		}
		exited := false
		line := reflect.New(reflect.StructOf([]reflect.StructField{field})).Interface()
		parser, err := newParserFor(line, false, console{out: io.Discard, messages: io.Discard},
			func(int) { exited = true })
		if err != nil {
			return nil
		}
		if parsed, err := parser.Parse(arguments); err == nil && !exited {
			return parsed
		}
	}
	return nil
}

// newParserFor is newParser for arguments that are needed after parsing. line points to a struct with
// some of the commands.
func newParserFor(line any, all bool, c console, exit func(code int)) (*kong.Kong, error) {
	if solve := reflect.ValueOf(line).Elem().FieldByName("Solve"); solve.IsValid() {
		solve.Addr().Interface().(*solveCommand).Plugins = methodFlags()
	}
	return kong.New(line, kong.Name("aco-vk"), kong.Description(description),
		kong.Vars{
			"version": versionText(buildInfo()), "algorithms": joined(choice.Algorithms()),
			"selections": joined(classicmodel.Selections), "rules": joined(classicmodel.Rules),
			"memories": joined(classicmodel.Memories), "searches": joined(classicmodel.LocalSearches),
			"lower_limits": joined(classicmodel.LowerLimits), "renewals": joined(classicmodel.RenewalRules),
			"best_periods": joined(classicmodel.BestPeriods),
			"search_ants":  joined(classicmodel.LocalSearchAntsValues),
			"topologies":   joined(classicmodel.Topologies), "mappings": joined(classic.Mappings),
			"dispatches": joined(classic.Dispatches), "prefix_searches": joined(classic.PrefixSearches),
			"deposits": joined(classic.Deposits), "distance_sources": joined(classic.DistanceSources),
			"ant_data": joined(classic.AntDataValues),
			"formats":  joined(format.Formats), "metrics": joined(format.Metrics), "measures": joined(format.Measures),
			"routes": suffixes(format.Outputs), "pictures": suffixes(draw.Formats),
			"planar_metrics": strings.ReplaceAll(joined(distance.PlanarMetrics()), ",", ", "),
		},
		kong.Writers(c.out, c.messages), kong.UsageOnError(), kong.ExplicitGroups(solveGroups), solveHelp(all),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}), kong.Exit(exit))
}
