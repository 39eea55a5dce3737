package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/internal/archive"
	"github.com/aco-vk/aco-vk/internal/choice"
	"github.com/aco-vk/aco-vk/internal/reportpage"
	"github.com/aco-vk/aco-vk/shaders"
)

type reproduceCommand struct {
	Archive  string   `arg:"" file:"read" help:"Archive that solve --archive or experiment --archive has written."`
	Instance string   `placeholder:"FILE" file:"read" help:"File of the instance, if the archive has none."`
	Matrix   string   `placeholder:"FILE" file:"read" help:"Matrix of the places, if the archive has none."`
	Sample   int      `placeholder:"INT" help:"Repeat this number of runs of an experiment, spread over its plan; default all."`
	Device   []string `default:"auto" sep:"none" placeholder:"DEVICE" help:"Devices to run on, as with solve; others than in the archive give the same tour."`
}

// errNotReproduced is the error of a run that found another tour than the archive has.
var errNotReproduced = errors.New("not reproduced")

// archivedRun is what reproduce reads of a report besides the command that repeats its run.
type archivedRun struct {
	Version  string `json:"version"`
	Commit   string `json:"commit"`
	Shaders  string `json:"shaders_sha256"`
	Instance struct {
		Name   string `json:"name"`
		SHA256 string `json:"sha256"`
	} `json:"instance"`
	Device struct {
		Name          string `json:"name"`
		DriverVersion string `json:"driver_version"`
	} `json:"device"`
	Algorithm  string `json:"algorithm"`
	Seed       uint64 `json:"seed"`
	Racy       bool   `json:"racy"`
	Iterations int    `json:"iterations"`
	Length     int64  `json:"best_length"`
	Tour       string `json:"tour_sha256"`
	Ants       string `json:"ants_sha256"`
}

// Run makes the run of an archive again and compares the tours.
func (r *reproduceCommand) Run(c console) error {
	a, experiment, err := readArchive(r.Archive)
	switch {
	case err != nil:
		return err
	case experiment != nil && (r.Instance != "" || r.Matrix != ""):
		return usagef("--instance and --matrix: %s is of an experiment and has its instances; leave the flags out", r.Archive)
	case r.Sample < 0:
		return usagef("--sample %d: give the number of runs to repeat", r.Sample)
	case experiment != nil:
		return r.repeatStudy(c, experiment)
	case r.Sample != 0:
		return usagef("--sample: %s is of one run; leave the flag out", r.Archive)
	}
	folder, err := os.MkdirTemp("", "aco-vk-reproduce-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	first := new(archivedRun)
	if err := json.Unmarshal(a.Report, first); err != nil {
		return usagef("%s: its report.json is not a report: %w", r.Archive, err)
	}
	arguments, err := r.arguments(a, folder)
	if err != nil {
		return err
	}
	fmt.Fprintf(c.out, "archive     %s, %s, seed %d: length %d after %d iterations\n",
		onOneLine(first.Instance.Name), onOneLine(first.Algorithm), first.Seed, first.Length, first.Iterations)
	fmt.Fprintf(c.out, "made by     %s on %s\n", onOneLine(versionWith(first.Version, first.Commit)), onOneLine(
		strings.TrimSuffix(strings.Join([]string{first.Device.Name, first.Device.DriverVersion}, ", driver "), ", driver ")))
	for _, line := range first.differences() {
		fmt.Fprintln(c.out, line)
	}
	result := filepath.Join(folder, "result.json")
	arguments = append(arguments, "--quiet", "--json="+result)
	var messages bytes.Buffer
	code := run(arguments, console{in: strings.NewReader(""), out: &bytes.Buffer{}, messages: &messages})
	text, err := os.ReadFile(result)
	if code == exitInterrupted {
		return errInterrupted
	}
	if code != exitDone || err != nil {
		said := strings.TrimSpace(warningLines.ReplaceAllString(messages.String(), ""))
		return repeatError{fmt.Errorf("the run of %s cannot be made again: %s", r.Archive, strings.TrimPrefix(said, "aco-vk: ")), code}
	}
	second := new(archivedRun)
	if err := json.Unmarshal(text, second); err != nil {
		return err
	}
	fmt.Fprintf(c.out, "run again   on %s: length %d after %d iterations\n", second.Device.Name, second.Length, second.Iterations)
	if first.Instance.SHA256 != second.Instance.SHA256 {
		return usagef("the instance is another one than the archive's: its hash differs; give the file of that run")
	}
	if first.Tour == second.Tour && first.Length != second.Length {
		return usagef("%s: its report was changed: its tour has length %d, not %d", r.Archive, second.Length, first.Length)
	}
	if first.Tour != second.Tour {
		fmt.Fprintf(c.out, "differs     tour_sha256 %s, in the archive %s\n", second.Tour, onOneLine(first.Tour))
		if first.Racy {
			return fmt.Errorf("%w: the ants of this run read pheromone while others write it, so the tours of equal seeds differ", errNotReproduced)
		}
		return fmt.Errorf("%w: the tour is another one than in %s", errNotReproduced, r.Archive)
	}
	fmt.Fprintf(c.out, "reproduced  tour_sha256 %s\n", second.Tour)
	if first.Ants != second.Ants && first.Ants != "" && second.Ants != "" && !first.Racy {
		fmt.Fprintf(c.out, "differs     ants_sha256 %s, in the archive %s\n", second.Ants, onOneLine(first.Ants))
		return fmt.Errorf("%w: the tour is the same, but the ants found others than in %s", errNotReproduced, r.Archive)
	}
	return nil
}

// warningLines are the lines about the data of a run, which its errors do not follow from.
var warningLines = regexp.MustCompile("(?m)^" + warningPrefix + ".*\n")

// repeatError is why a run cannot be made again, with the exit code that it would have.
type repeatError struct {
	error
	code int
}

// differences says in what this program differs from the one that made the run.
func (f *archivedRun) differences() (list []string) {
	if f.Version != version() || f.Commit != commit() {
		list = append(list, "version     this is "+versionWith(version(), commit()))
	}
	if f.Shaders != shaders.SHA256 {
		list = append(list, fmt.Sprintf("shaders     this program has others: %s, in the archive %s", shaders.SHA256, onOneLine(f.Shaders)))
	}
	return list
}

// onOneLine returns a text of an archive without line breaks and control characters, which could look
// like other results.
func onOneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return '?'
	}, text)
}

func versionWith(version, commit string) string {
	if commit == "" {
		return "aco-vk " + version
	}
	return "aco-vk " + version + ", commit " + commit
}

// isParameter reports whether a report may have a parameter. A report of an archive names no other
// flags.
func isParameter(name string) bool {
	return slices.ContainsFunc(option.Table, func(row option.Row) bool {
		return row.Name == name && row.Group != "kernels" && choice.TypeOf(row.Path) != nil
	})
}

// arguments returns the command line of solve that makes the run of an archive again, with its files
// in a folder. Values are joined to their flags, so that none of them is a flag.
func (r *reproduceCommand) arguments(a *archive.Archive, folder string) ([]string, error) {
	files, err := unpack(a, folder)
	if err != nil {
		return nil, err
	}
	instance, err := r.instance(a, files)
	if err != nil {
		return nil, err
	}
	name := filepath.Join(folder, "report.json")
	if err := os.WriteFile(name, a.Report, 0o600); err != nil {
		return nil, err
	}
	report, err := reportpage.Read(bytes.NewReader(a.Report), name)
	if err != nil {
		return nil, usagef("%s: %w", r.Archive, err)
	}
	command := report.Command(instance)
	for _, parameter := range command.Parameters {
		if !isParameter(parameter.Name) {
			return nil, usagef("%s: its report has the parameter %q, which this version does not know", r.Archive, parameter.Name)
		}
	}
	if command.IsEmpty() {
		return nil, usagef("%s: its run ended before the first iteration, so there is nothing to repeat", r.Archive)
	}
	command.InitialTour, command.StayClose = "", "" // an archive has the file, and no run with prices
	words := []string{"solve", instance}
	for name, value := range a.Run.Options {
		if !slices.ContainsFunc(new(inputFlags).readingFlags(), func(flag [2]string) bool { return flag[0] == name }) {
			return nil, usagef("%s: it has the option %q, which this version does not know", r.Archive, name)
		}
		words = append(words, "--"+name+"="+value)
	}
	for role, flag := range map[archive.Role]string{archive.Fixed: "--fix", archive.Initial: "--initial-tour"} {
		if files[role] != "" {
			words = append(words, flag+"="+files[role])
		}
	}
	if matrix := cmp.Or(files[archive.Matrix], r.Matrix); matrix != "" {
		words = append(words, "--matrix="+matrix)
	}
	words = append(words, repeatFlags(command)...)
	for _, device := range r.Device {
		words = append(words, "--device="+device)
	}
	return words, nil
}

// instance returns the instance of the run: a file or a generator.
func (r *reproduceCommand) instance(a *archive.Archive, files map[archive.Role]string) (string, error) {
	own := cmp.Or(files[archive.Instance], a.Run.Generator)
	switch {
	case own == "" && r.Instance == "":
		return "", usagef("%s has no instance; give its file as --instance", r.Archive)
	case own != "" && r.Instance != "":
		return "", usagef("--instance: %s has its instance; leave the flag out", r.Archive)
	case files[archive.Instance] == "" && a.Run.Generator != "" && !strings.HasPrefix(a.Run.Generator, generatorPrefix):
		return "", usagef("%s: its generator %q is none", r.Archive, a.Run.Generator)
	}
	return cmp.Or(own, r.Instance), nil
}
