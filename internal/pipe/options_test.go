package pipe

import (
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/internal/must"
)

// A request has a field for each option that Python offers, and the functions solve of the package
// have it as a keyword; the first one describes it.
func TestOptionsOfPython(t *testing.T) {
	var fields []string
	for _, field := range reflect.VisibleFields(reflect.TypeFor[request]()) {
		fields = append(fields, field.Tag.Get("json"))
	}
	all := " " + strings.Join(fields, " ") + " initial " // an array
	for _, name := range option.Offered(option.Python) {
		if !strings.Contains(all, " "+name+" ") {
			t.Errorf("a request has no %s", name)
		}
		for file, forms := range map[string][]string{
			"__init__.py": {`(?m)^    %s: `, `(?m)^        %s: [A-Z"]`, `\b%[1]s=%[1]s\b`},
			"_solver.py":  {`(?m)^        %s: `, `"%s"`},
		} {
			text := must.Get(os.ReadFile("../../python/aco_vk/" + file))(t)
			for _, form := range forms {
				if form = strings.NewReplacer("%s", name, "%[1]s", name).Replace(form); !regexp.MustCompile(form).Match(text) {
					t.Errorf("%s has nothing like %s", file, form)
				}
			}
		}
	}
}
