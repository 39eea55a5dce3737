package host

import (
	"runtime"
	"testing"
)

func TestThis(t *testing.T) {
	info := This()
	if info.OS == "" || info.Cores < 1 || info.Arch != runtime.GOARCH {
		t.Errorf("%+v", info)
	}
	if runtime.GOARCH == "amd64" && info.CPU == "" {
		t.Error("the processor has no name")
	}
	if runtime.GOOS == "linux" && info.Kernel == "" {
		t.Error("the kernel has no release")
	}
}
