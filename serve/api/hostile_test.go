//go:build linux

package api

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/serve/store/storetest"
)

const (
	// hostileMemory is what the process that reads a hostile body may take.
	hostileMemory = 256 << 20
	// hostileShare bounds its time of the processor, as a multiple of what an ordinary large body
	// takes on the same machine.
	hostileShare = 10
)

// Hostile bodies are refused, whatever they stand for, and take little of the process that reads
// them.
func TestHostileBodies(t *testing.T) {
	testkind.ManyProcesses(t) // and the race detector takes memory
	many := strings.Repeat
	ordinary := time.Duration(0)
	for i, c := range []struct {
		name, query, kind, body string
		status                  int
		want                    string // of the detail
	}{
		{"ordinary", "", "", "x,y\n" + numbered("%d,1\n", 200_000), 202, ""},
		{"zeros", "", "", zipped(many("0", 65<<20)), 413, "times its size"},
		{"zeros in lines", "", "", zipped("x,y\n" + many("0,0\n", 15<<20)), 413, "times its size"},
		{"members of gzip", "", plainJSON, zipped("{" + many(`"a":1,`, 10<<20) + `"b":1}`), 413, "times its size"},
		{"members", "", plainJSON, "{" + many(`"a":1,`, 10<<20) + `"b":1}`, 400, "no field a"},
		{"a member again", "", plainJSON, "{" + many(`"name":"a",`, 5<<20) + `"name":"a"}`, 400, "name is given twice"},
		{"arrays", "", plainJSON, `{"coordinates":` + many("[", 5<<20), 400, "max depth"},
		{"objects", "", "", `{"type":"FeatureCollection","features":` + many(`{"a":[`, 1<<20), 422, "more than 100 deep"},
		{"empty rows", "", plainJSON, `{"matrix":[` + many("[],", 1<<20) + "[]]}", 422, "more rows"},
		{"one row", "", plainJSON, `{"matrix":[[` + many("1,", 1<<20) + "1]]}", 422, "distances, the limit"},
		{"exponents", "", plainJSON, `{"coordinates":[[1e308,0],[1e-99999999,1E+2147483648],[1,1]]}`, 422, "too large for a number of 64 bits"},
		{"exponents of a table", "", "", "x,y\n1e300,1\n1e99999999999,1\n1,2\n", 422, "1e+300"},
		{"digits", "", plainJSON, `{"coordinates":[[0,` + many("9", 8<<20) + "],[1,1],[2,2]]}", 422, "is too large for a number of 64 bits"},
		{"dimension", "", "", "TYPE: TSP\nDIMENSION: 1000000000\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 0 0\nEOF\n",
			422, "more than the limit"},
		{"large matrix", "", "", "TYPE: TSP\nDIMENSION: 46340\nEDGE_WEIGHT_TYPE: EXPLICIT\n" +
			"EDGE_WEIGHT_FORMAT: FULL_MATRIX\nEDGE_WEIGHT_SECTION\n0 1 2\nEOF\n", 422, "ends after 3"},
		{"cells", "", "", many("a,", 900) + "x,y\n" + many(many(",", 900)+"1,2\n", 12_000), 422, "10000000 cells"},
		{"shared strings", "", "", sheet(many("<row/>", 10), numbered("<si><t>%d</t></si>", 400_000)), 422, ""},
		{"same strings", "", "", sheet("", many("<si><t>a</t></si>", 3_000_000)), 422, "unpacked"},
		{"rows of a sheet", "", "", sheet(many("<row/>", 10_000_000), ""), 422, "unpacked"},
		{"last cell", "", "", sheet(`<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>`, ""), 422, "columns"},
		{"elements", "", "", "<kml>" + many("<Folder>", 1<<20), 422, "more than 100 deep"},
		{"attributes", "", "", "<kml " + many(`a="" `, 1<<19) + ">", 422, "EOF"},
		{"parts", "", formType + "; boundary=b", many("--b\r\nContent-Disposition: form-data; name=\"x\"\r\n\r\n", 1<<18),
			422, "the form has"},
		{"headers of parts", "", formType + "; boundary=b", "--b\r\n" + many("A: b\r\n", 1<<20), 400, "too large"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if i%4 > 0 {
				testkind.Whole(t)
			}
			var process *exec.Cmd
			p := newProcesses(t, serving, Budget{Memory: DefaultBudget.Memory, Time: time.Hour})
			start := p.command
			p.command = func() *exec.Cmd { process = start(); return process }
			h := New(storetest.New(t), Options{Decoder: p, Folder: t.TempDir()})
			w := call(t, h, "POST", "/v1/jobs"+c.query, c.body, "Content-Type", c.kind)
			if c.status == http.StatusAccepted {
				_, ordinary = usage(t, process.Process.Pid)
				decode[job.Job](t, w, c.status)
				return
			}
			if refused := decode[problem](t, w, c.status); !strings.Contains(refused.Detail, c.want) || w.Body.Len() > 5000 {
				t.Errorf("problem %+v, want %q", refused, c.want)
			}
			peak, spent := usage(t, process.Process.Pid)
			t.Logf("%d bytes took %d MB and %v of the processor, an ordinary body %v", len(c.body), peak>>20, spent, ordinary)
			if peak > hostileMemory || spent > hostileShare*ordinary {
				t.Error("that is too much")
			}
		})
	}
}

// usage returns the most memory that a process had, and its time of the processor.
func usage(t *testing.T, pid int) (peak int, spent time.Duration) {
	t.Helper()
	status := must.Get(os.ReadFile(fmt.Sprintf("/proc/%d/status", pid)))(t)
	_, after, _ := strings.Cut(string(status), "VmHWM:")
	peak = must.Get(strconv.Atoi(strings.Fields(after)[0]))(t)
	stat := must.Get(os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid)))(t)
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')'):])) // from the third one on
	for _, ticks := range fields[11:13] {
		n := must.Get(strconv.Atoi(ticks))(t)
		spent += time.Duration(n) * time.Second / 100
	}
	return peak << 10, spent
}

// numbered returns a text for each number.
func numbered(text string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, text, i)
	}
	return b.String()
}

// sheet returns a workbook of a sheet with rows and shared strings in XML.
func sheet(rows, shared string) string {
	const (
		main     = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"`
		office   = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
		relation = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">`
	)
	return archiveOf([][2]string{
		{"[Content_Types].xml", `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
			`<Default Extension="xml" ContentType="application/xml"/></Types>`},
		{"_rels/.rels", relation + `<Relationship Id="r1" Type="` + office + `/officeDocument" Target="xl/workbook.xml"/></Relationships>`},
		{"xl/workbook.xml", "<workbook " + main + ` xmlns:r="` + office + `"><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>`},
		{"xl/_rels/workbook.xml.rels", relation + `<Relationship Id="r1" Type="` + office + `/worksheet" Target="worksheets/sheet1.xml"/>` +
			`<Relationship Id="r2" Type="` + office + `/sharedStrings" Target="sharedStrings.xml"/></Relationships>`},
		{"xl/sharedStrings.xml", "<sst " + main + ">" + shared + "</sst>"},
		{"xl/worksheets/sheet1.xml", "<worksheet " + main + "><sheetData>" + rows + "</sheetData></worksheet>"},
	}...)
}
