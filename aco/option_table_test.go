package aco

import (
	"reflect"
	"strings"
	"testing"
)

// unrestricted are the options that every run can have.
var unrestricted = map[string]bool{
	"Started": true, "Reserve": true, "Devices": true, "MaxSubmit": true, "Checkpoint": true, "CheckpointEvery": true, "Program": true, "Resume": true,
	"Progress": true, "Reference": true, "HostMemory": true,
}

// Every field of Options is in the table once, or can be set in all runs; its row tells whether it is set.
func TestOptionTable(t *testing.T) {
	rows := map[string]OptionInfo{}
	for _, row := range OptionTable {
		if _, twice := rows[row.Name]; twice {
			t.Errorf("%s is there twice", row.Name)
		}
		rows[row.Name] = row
		if row.given(&Options{}) {
			t.Errorf("%s is set in the zero value", row.Name)
		}
	}
	var visit func(at reflect.Value, o *Options, prefix string)
	visit = func(at reflect.Value, o *Options, prefix string) {
		for i := range at.NumField() {
			field, name := at.Field(i), prefix+at.Type().Field(i).Name
			if field.Kind() == reflect.Struct && field.Type().PkgPath() != "time" {
				visit(field, o, name+".")
				continue
			}
			row, ok := rows[name]
			delete(rows, name)
			if ok == unrestricted[name] {
				t.Errorf("%s: in the table %t, among the unrestricted options %t", name, ok, unrestricted[name])
				continue
			}
			if !ok {
				continue
			}
			field.Set(notZero(field.Type()))
			if given := o.given(); len(given) != 1 || !row.given(o) {
				t.Errorf("%s alone is set, and %v are told", name, given)
			}
			field.SetZero()
		}
	}
	var o Options
	visit(reflect.ValueOf(&o).Elem(), &o, "")
	for name := range rows {
		t.Errorf("%s is not a field of Options", name)
	}
}

func notZero(kind reflect.Type) reflect.Value {
	value := reflect.New(kind).Elem()
	switch kind.Kind() {
	case reflect.String:
		value.SetString("x")
	case reflect.Bool:
		value.SetBool(true)
	case reflect.Int, reflect.Int64:
		value.SetInt(1)
	case reflect.Float64:
		value.SetFloat(1)
	case reflect.Pointer:
		value.Set(reflect.New(kind.Elem()))
	case reflect.Interface:
		value.Set(reflect.ValueOf(&onePeer{}))
	case reflect.Slice:
		value.Set(reflect.MakeSlice(kind, 0, 0))
	}
	return value
}

// A refusal says which option would help, in words of the library.
func TestOptionError(t *testing.T) {
	_, err := (&Options{AntSystem: AntSystemOptions{Tile: 5}}).chooseAlgorithm(generated(t, 20))
	if text := err.Error(); !strings.Contains(text, `option AntSystem.Tile`) || !strings.Contains(text, "set Algorithm to as") {
		t.Error(text)
	}
}
