package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/tsp/tsplib"
)

// The commands of docs/service.md that call curl do what the page says.
func TestServiceTutorial(t *testing.T) {
	startsServer(t)
	if _, err := exec.LookPath("curl"); err != nil {
		t.Skip("there is no curl")
	}
	text := read(t, "../../docs/service.md")
	_, after, _ := strings.Cut(string(text), "## Jobs with curl")
	_, block, _ := strings.Cut(after, "```sh\n")
	block, _, _ = strings.Cut(block, "```")
	folder := t.TempDir()
	instance, exact := servedInstance(t, 30, 1)
	file := must.Get(os.Create(filepath.Join(folder, "places.tsp")))(t)
	must.Do(t, tsplib.Write(file, instance))
	must.Do(t, file.Close())
	writeWorkbook(t, filepath.Join(folder, "customers.xlsx"))
	for name, text := range map[string]string{
		"stops.csv":           "name,lat,lon\nDepot,48,7\nInn,48.1,7\nMill,48,7.1\n",
		"today.csv":           "name,lat,lon\nDepot,48,7\nInn,48.1,7\nFarm,48,7.2\n",
		"yesterday-route.csv": "stop,name,lat,lon\n1,Depot,48,7\n2,Inn,48.1,7\n3,Mill,48,7.1\n",
		"osrm.json":           `{"durations":[[0,60,70.5],[60,0,50],[75,50,0]]}`,
	} {
		writeText(t, filepath.Join(folder, name), text)
	}
	s := newServed(t)
	id := s.submit(instance, job.Options{Iterations: 5, Colonies: 1})
	s.wait(id, exact)
	commands := 0
	for _, line := range regexp.MustCompile(`(?m)^curl (?:.*\\\n)*.*$`).FindAllString(block, -1) {
		commands++
		line = strings.ReplaceAll(line, "localhost:8080", strings.TrimPrefix(s.url, "http://"))
		line = strings.ReplaceAll(line, "/ID", "/"+id)
		command := exec.Command("sh", "-c", strings.Replace(line, "curl ",
			"curl --silent --show-error --fail-with-body --max-time 20 ", 1))
		command.Dir = folder
		if out, err := command.CombinedOutput(); err != nil {
			t.Errorf("%s\n%s, error %v", line, out, err)
		}
	}
	if commands < 8 {
		t.Errorf("%d commands in the page", commands)
	}
}

// writeWorkbook writes the workbook of the page.
func writeWorkbook(t *testing.T, name string) {
	t.Helper()
	book := excelize.NewFile()
	defer book.Close()
	_, err := book.NewSheet("Tour")
	for i, row := range [][]any{
		{"ID", "Customer", "Lat", "Lon"}, {3, "Depot", 48.1, 7.8}, {17, "Baker", 48.2, 7.9}, {8, "Inn", 48, 7.9},
	} {
		if err == nil {
			err = book.SetSheetRow("Tour", fmt.Sprintf("A%d", i+1), &row)
		}
	}
	if err == nil {
		err = book.SaveAs(name)
	}
	if err != nil {
		t.Fatal(err)
	}
}
