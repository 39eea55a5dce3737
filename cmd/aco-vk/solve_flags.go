package main

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/internal/choice"
)

// solveCommand is the table of the flags of solve. In addition to the tags of kong, a row has
// these:
//
//	common     the short help shows the flag
//	option     the field that it sets, of aco.Options or of a method; option.Table may have more of it
//	file       it names a file that is read or written, see refuseOverwriting
//	continues  the flag that may write the file that is read
//
// The types of package aco say which methods have an option; choice.Request sets it. Help and
// errors use the tag. A flag for which zero is a value is a pointer, nil if it is not given.
type solveCommand struct {
	File string `arg:"" file:"read" help:"Instance: a TSPLIB file, places (CSV, Excel, GeoJSON, GPX, KML), a matrix (CSV, Excel, JSON), a problem of VROOM, - for standard input, or gen:KIND:CITIES:SEED (uniform, clustered, grid or oneway; gen:E1k.0, gen:C10k.0 and so on are the instances of the DIMACS challenge)."`

	inputFlags      `group:"input"`
	pathFlags       `group:"path"`
	stopFlags       `group:"stop"`
	outputFlags     `group:"output"`
	deviceFlags     `group:"device"`
	checkpointFlags `group:"checkpoint"`
	algorithmFlags  `group:"algorithm"`
	kong.Plugins    // the options of methods: methodFlags
	mergedFlags     `group:"merged"`
}

type inputFlags struct {
	Format  string `enum:"auto,${formats}" default:"auto" help:"Format of the instance; auto: by its content."`
	Sheet   string `placeholder:"NAME" common:"" help:"Sheet of an Excel workbook; default: the first one."`
	Columns string `placeholder:"ROLE=COLUMN,..." common:"" help:"Columns of a CSV file or a sheet, by name, by number from 1 on or by a spreadsheet's letter, for example lat=3,lon=4,name=1. Roles are x, y, lat, lon, name and id."`
	CRS     string `name:"crs" placeholder:"EPSG:CODE" common:"" help:"Coordinate reference system of x and y in a CSV file, a sheet or GeoJSON, for example EPSG:25832 (UTM), EPSG:31467 (Gauss-Krüger) or EPSG:3857 (Web Mercator); docs/files.md lists them. Distances are then great circles, and the route has latitudes and longitudes. Default: the one that a GeoJSON file names, else none."`
	Metric  string `enum:"auto,${metrics}" default:"auto" common:"" help:"How distances follow from coordinates; auto: great-circle distances (haversine) for latitude and longitude, else euclidean."`

	roadFlags
}

type roadFlags struct {
	Matrix   string `placeholder:"FILE" common:"" file:"read" help:"Distances or travel times between the places: the answer of the table service of OSRM, or a matrix of openrouteservice, GraphHopper, VROOM or CSV. Lengths are then those of the matrix. Its rows are the places by their names or locations, else in their order."`
	Roads    string `placeholder:"URL" common:"" help:"Routing server that is asked for travel times or distances between the places: of OSRM, such as http://localhost:5000, or of openrouteservice, such as http://localhost:8080/ors. It gets the coordinates of all places. docs/command-line.md has more."`
	Minimize string `enum:"auto,${measures}" default:"auto" common:"" help:"Which lengths count where a matrix or a server has several: travel times (duration) or distances; auto: travel times, in VROOM by the costs of the vehicle."`
}

type pathFlags struct {
	Start string `placeholder:"CITY" common:"" help:"The tour begins at this city. With --end or --open it is an open path, which begins there. A city is named by its name or id in the file, or by its number: in CSV and workbooks the row, with the header counted, else 1, 2, ... in the order of the file."`
	End   string `placeholder:"CITY" common:"" option:"Path" help:"An open path, which ends at this city. It begins at --start or, with --open, anywhere."`
	Open  bool   `common:"" option:"Path" help:"An open path. An end that --start or --end does not give is any city. The length has no edge between the ends, and the tour is in the order of the path."`

	fixFlag
}

type fixFlag struct {
	Fix string `placeholder:"FILE" common:"" file:"read" help:"Keep the edges in this file: each line has two cities that are neighbours in the tour, by name, id or number, with a comma between them. In an asymmetric instance the second follows the first."`
}

type stopFlags struct {
	option.Rules[seconds]
	Target string `placeholder:"LENGTH" common:"" option:"Target" help:"Stop at a tour of this length or shorter, in the unit of the instance: 1500, or 305.2km of metres."`
}

type outputFlags struct {
	TourFile        string   `name:"tour" placeholder:"FILE" common:"" file:"write" help:"Write the tour in TSPLIB's format; - for standard output."`
	Output          []string `short:"o" sep:"none" placeholder:"FILE" common:"" file:"write" help:"Write the route in the format of the suffix: places in visiting order (${routes}; .tour is TSPLIB's), a list to print (.html) or a picture (${pictures}). It begins at --start, else at the first place. May be given several times."`
	JSON            string   `name:"json" placeholder:"FILE" common:"" file:"write" help:"Write the report, described in docs/files.md; - for standard output."`
	Statistics      string   `placeholder:"FILE" file:"write" help:"Write measures of each iteration: CSV, or JSON Lines if the file ends in .jsonl. With mmas, acs and as: mean and standard deviation of the lengths, λ-branching factor, entropy and range of the pheromone, distance between tours; docs/files.md has all columns. The tour is the same."`
	StatisticsEvery int      `placeholder:"1" option:"StatisticsEvery" help:"Iterations from one row of --statistics to the next; 1 if not given."`
	Trails          string   `placeholder:"FILE" option:"Trails" file:"write" help:"Write the pheromone of each stored edge: an array of NumPy (.npy), or CSV. With mmas, acs and as. docs/files.md describes the file; aco-vk plot draws it."`
	TrailsAt        []int    `placeholder:"ITERATION,..." option:"TrailsAt" help:"Iterations after which --trails writes the pheromone; without this flag, after the last one."`
	Archive         string   `placeholder:"FILE" file:"write" help:"Write a zip file with the instance, the parameters, the environment, the report and the tour. With it, aco-vk reproduce makes the run again, on any device, and compares the tours."`
	WithoutInstance bool     `help:"Leave the instance and the matrix out of the archive, which then has their hash."`
	Bound           bool     `common:"" help:"Also compute a lower bound (docs/algorithms.md): progress, summary and report then say how far the tour is above the optimum at most. The tour is the same."`
	Quiet           bool     `short:"q" common:"" help:"Print no progress and no summary. Warnings about data and errors are printed."`
	LogFormat       string   `enum:"text,json" default:"text" help:"Format of progress, notices and errors on standard error: text, or a JSON object on each line."`
	Watch           bool     `common:"" help:"Show the tour forming on a page of this machine, whose address is printed. A visitor can end the run early, and download the tour."`
	DryRun          bool     `common:"" help:"Print the devices and the memory that the run would use on each, and stop."`
}

type deviceFlags struct {
	Device    []string `default:"auto" sep:"none" placeholder:"DEVICE" common:"" option:"Devices" help:"auto (the best GPU, else cpu; cpu with a time limit of at most .1 s), vulkan (the best GPU, else a software device), an index, part of a name, a UUID, or cpu (the reference in Go, on all processors). Given several times, the devices share the colonies, or the ants of a single colony of the default solver (not with cpu)."`
	MaxSubmit seconds  `default:"100ms" option:"MaxSubmit" help:"Target device time of one submission, up to 10s. A single step of all ants may take longer."`
	emulateFlags
}

type checkpointFlags struct {
	Checkpoint      string  `placeholder:"FILE" common:"" option:"Checkpoint" file:"write" help:"Save the state of the run in this file: at the start, every --checkpoint-every and at the end, also after a signal. The file is replaced atomically, so a valid one always exists. A run that compares all tours writes none. An existing checkpoint is overwritten only if --resume names it too."`
	CheckpointEvery seconds `placeholder:"10s" option:"CheckpointEvery" help:"Time between checkpoints; 10s if not given."`
	Resume          string  `placeholder:"FILE" common:"" option:"Resume" file:"read" continues:"checkpoint" help:"Continue the run of a checkpoint on the same instance, on any device. The tour is the same as without the interruption. Parameters, seed and stop rules come from the checkpoint. A stop rule given here replaces all of its stop rules. Limits include the iterations and time already spent."`
}

type algorithmFlags struct {
	Algorithm   string  `enum:"auto,${algorithms}" default:"auto" common:"" option:"Method" help:"auto: the default solver, merged, for instances of 8 or more cities and distances up to 33,038,209, unless a flag is given that it does not have; on the processor chained, for runs that end by time. Otherwise mmas with 3-opt up to 200,000 cities, acs above. merged: many ants change parts of one tour at once (docs/default-solver.md). chained: chained Lin-Kernighan on several tours, on the processor alone (docs/algorithms.md). mmas: MAX-MIN Ant System (Stützle and Hoos 2000). acs: Ant Colony System (Dorigo and Gambardella 1997). as: Ant System (Dorigo et al. 1996)."`
	Preset      string  `placeholder:"NAME" common:"" option:"Preset" help:"Run a published system; aco-vk presets lists them. It sets the algorithm and all parameters except --ants and --seed."`
	Seed        *uint64 `placeholder:"1" common:"" option:"Seed" help:"Seed of the random numbers; 1 if not given."`
	Seeds       int     `placeholder:"INT" common:"" help:"Run once for each of this number of seeds, from --seed on, and print each length, the best, the mean and the standard deviation. Each run has the same stop rules, and a time limit counts from the start of the run. The tour and the report are of the best run."`
	InitialTour string  `placeholder:"FILE" common:"" option:"InitialTour" file:"read" help:"Start from this tour: of TSPLIB, a route that --output has written, a report, or the places in another order. A route or places of an earlier list are adapted: places that are kept have its order, and new and moved ones are inserted where they cost least. If it is longer than the run's own first tour (greedy matching with merged and chained, else the nearest neighbour), one colony of merged or chained starts from it, unless all of them have shorter tours; then chained takes over edges of it, and other methods do not use it. A notice says which."`
	StayClose   string  `placeholder:"LENGTH" common:"" option:"StayClose.Price" help:"Price of a change: the run minimizes the length and this length, such as 500m, for each leg between places of the initial tour that the initial tour does not have. The tour then leaves it only where that is worth it. Up to 46,340 cities."`
}

type mergedFlags struct {
	Replay string `placeholder:"REPORT" common:"" option:"Replay" file:"read" help:"Repeat the run of a JSON report step by step, on any device, even if a time limit ended it. The tour is the same. A run of chained is repeated on the processor. Parameters, seed and stop rules come from the report; an initial tour must be given again."`
}

// methodFlags returns the flags of the rows of option.Table that methods have. A flag has the type
// of the method's field; a list of words is a text.
func methodFlags() kong.Plugins {
	var fields []reflect.StructField
	for _, row := range option.Table {
		of := choice.TypeOf(row.Path)
		if of == nil || row.Help == "" {
			continue
		}
		tag := fmt.Sprintf("name:%q option:%q group:%q ", row.Flag(), row.Path, row.Group)
		if row.Words != "" {
			of, tag = reflect.TypeFor[string](), tag+fmt.Sprintf("enum:%q default:%q", auto+",${"+row.Words+"}", auto)
		}
		fields = append(fields, reflect.StructField{
			Name: strings.ReplaceAll(row.Path, ".", ""), Type: of, Tag: reflect.StructTag(tag)})
	}
	return kong.Plugins{reflect.New(reflect.StructOf(fields)).Interface()}
}
