// Package host describes the machine that the program runs on, for reports.
package host

import (
	"runtime"
	"strings"

	"github.com/klauspost/cpuid/v2"
)

// Info describes a machine. A field that cannot be determined is empty.
type Info struct {
	OS     string `json:"os"`     // operating system and its version, for example "Debian GNU/Linux 12 (bookworm)"
	Kernel string `json:"kernel"` // release of its kernel
	CPU    string `json:"cpu"`    // name of the processor
	// Features are instruction sets that decide what software devices compile, for example
	// AVX512F.
	Features []string `json:"cpu_features,omitempty"`
	Cores    int      `json:"cores"` // processors that the program may use
	Arch     string   `json:"arch"`  // GOARCH
}

// This describes this machine.
func This() Info {
	info := Info{CPU: strings.TrimSpace(cpuid.CPU.BrandName), Cores: runtime.GOMAXPROCS(0), Arch: runtime.GOARCH}
	for _, feature := range []cpuid.FeatureID{cpuid.AVX2, cpuid.AVX512F, cpuid.ASIMD, cpuid.SVE} {
		if cpuid.CPU.Supports(feature) {
			info.Features = append(info.Features, feature.String())
		}
	}
	info.OS, info.Kernel = system()
	return info
}
