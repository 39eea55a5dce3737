package input

import (
	"reflect"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/serve/job"
)

// A job has a field for each option that jobs offer, and passes its stop rules on.
func TestOptionsOfJobs(t *testing.T) {
	names := map[string]bool{}
	for field := range reflect.TypeFor[job.Options]().Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		names[name] = true
	}
	for _, name := range option.Offered(option.Jobs) {
		if !names[name] {
			t.Errorf("a job has no %s", name)
		}
	}
	for field := range reflect.TypeFor[option.Rules[job.Duration]]().Fields() {
		var options job.Options
		reflect.ValueOf(&options).Elem().FieldByName(field.Name).SetInt(7)
		if got := reflect.ValueOf(options.Rules()).FieldByName(field.Name).Int(); got != 7 {
			t.Errorf("Rules lacks %s", field.Name)
		}
	}
}
