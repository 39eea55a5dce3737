package main

import (
	"context"
	"slices"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/construct"
	"github.com/aco-vk/aco-vk/tsp/reduce"
)

// plan says what is measured.
type plan struct {
	Stops      int     `json:"stops"` // of the first day
	Days       int     `json:"days"`  // after it
	Lists      int     `json:"lists"` // towns with seeds 1, 2, ...
	Changes    changes `json:"changes"`
	Iterations int     `json:"iterations"` // of each run
	Prices     []int64 `json:"-"`          // of a changed leg, in m
}

// usual is the plan of the kept report.
var usual = plan{Stops: 300, Days: 10, Lists: 5, Changes: changes{New: 5, Gone: 3, Moved: 2}, Iterations: 40,
	Prices: []int64{0, 5, 10, 20, 50, 100, 200, 500}}

// report has the results of a plan.
type report struct {
	Table string `json:"table"`
	plan
	Algorithm aco.Algorithm `json:"algorithm"`
	Runs      []dayRun      `json:"runs"`
}

// dayRun is the route of a day at a price.
type dayRun struct {
	List    uint64  `json:"list"`
	Day     int     `json:"day"`
	PriceM  int64   `json:"price_m"`
	LengthM float64 `json:"length_m"`
	Changed int     `json:"changed"` // legs between kept stops that did not follow one another the day before
}

// measure makes the runs of a plan.
func measure(ctx context.Context, p plan) (*report, error) {
	r := &report{Table: "days", plan: p, Algorithm: aco.AlgorithmChained}
	for list := range uint64(p.Lists) {
		town := newTown(list + 1)
		days := [][]stop{town.first(p.Stops)}
		for range p.Days {
			days = append(days, town.next(days[len(days)-1], p.Changes))
		}
		for _, price := range p.Prices {
			runs, err := chain(ctx, p, days, price)
			if err != nil {
				return nil, err
			}
			for _, run := range runs {
				run.List = list + 1
				r.Runs = append(r.Runs, run)
			}
		}
	}
	return r, nil
}

// chain solves the days one after the other at a price. The first one has no route before it.
func chain(ctx context.Context, p plan, days [][]stop, price int64) (runs []dayRun, err error) {
	device, err := aco.OpenDevice(aco.DeviceCPU, aco.DeviceOptions{})
	if err != nil {
		return nil, err
	}
	defer device.Close()
	var before []int // ids of the stops that the route of the day before visits, in its order
	for day, list := range days {
		in, err := instance(list)
		if err != nil {
			return nil, err
		}
		options := aco.Options{Method: aco.Chained{}, Devices: []*aco.Device{device}, Iterations: p.Iterations}
		order := orderOf(before, days[max(day-1, 0)], list)
		if day > 0 {
			if options.InitialTour, err = construct.Insert(ctx, in, order, nil); err != nil {
				return nil, err
			}
			options.StayClose = aco.StayClose{Price: int64(float64(price) * in.Unit.Scale()), Order: order}
		}
		result, err := aco.Solve(ctx, in, options)
		if err != nil {
			return nil, err
		}
		before = before[:0]
		for _, city := range result.Tour {
			before = append(before, list[city].id)
		}
		if day == 0 {
			continue
		}
		legs, err := reduce.NewLegs(in, order, false)
		if err != nil {
			return nil, err
		}
		runs = append(runs, dayRun{Day: day, PriceM: price, LengthM: result.UnitLength, Changed: legs.New(result.Tour, false)})
	}
	return runs, nil
}

// orderOf returns the cities of a list that an earlier route visits at the same place, in its order.
func orderOf(ids []int, earlier, list []stop) tsp.Tour {
	var order tsp.Tour
	for _, id := range ids {
		at := slices.IndexFunc(list, func(s stop) bool { return s.id == id })
		if at >= 0 && slices.Contains(earlier, list[at]) {
			order = append(order, int32(at))
		}
	}
	return order
}
