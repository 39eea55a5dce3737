package main

import (
	"encoding/json"
	"testing"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/internal/errtype"
	"github.com/aco-vk/aco-vk/internal/schema"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// Any report gives either a run that can be planned or a usage error.
func FuzzReplay(f *testing.F) {
	instance := tsptest.Generate(f, "uniform", 40, 1)
	schedule := new(aco.Schedule)
	if err := json.Unmarshal([]byte(`{"steps":[{"iterations":5,"kick":10,"scales":2,"temperature":3,"join":true}]}`), schedule); err != nil {
		f.Fatal(err)
	}
	for _, parameters := range []aco.MergedParameters{{Ants: 16, Colonies: 2, Kick: 10, Temperature: 0.2}, {Candidates: 8}} {
		text, err := json.Marshal(report{
			Schema: schema.Report, Algorithm: string(aco.AlgorithmMerged), Parameters: parameters,
			Instance: reportInstance{SHA256: instance.SHA256()}, Schedule: schedule,
		})
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	text, err := json.Marshal(report{
		Schema: schema.Report, Algorithm: string(aco.AlgorithmChained), Iterations: 5,
		Parameters: aco.ChainedParameters{Colonies: 3}, Instance: reportInstance{SHA256: instance.SHA256()},
	})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	processor := openProcessor(f)
	f.Add([]byte(`{"schema":1,"algorithm":"as"}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		replay, err := parseReplay(text, "report")
		if err == nil {
			err = replay.check(instance)
		}
		if err != nil {
			if !errtype.Is[usageError](err) {
				t.Fatal(err)
			}
			return
		}
		_, err = aco.Plan(t.Context(), instance, aco.Options{Devices: processor, Method: replay.method, Path: replay.ends})
		if err != nil && !errtype.Is[*aco.ParameterError](err) && !errtype.Is[*aco.OptionError](err) {
			t.Fatal(err)
		}
	})
}
