package api

import (
	"cmp"
	"maps"
	"os"
	"runtime"
	runtimemetrics "runtime/metrics"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/internal/child"
	"github.com/aco-vk/aco-vk/serve/job"
)

// writeFigures adds what happened to jobs.
func (s *service) writeFigures(p *figures) {
	f := s.store.Figures()
	p.family("acovk_jobs", "gauge", "Jobs by state.")
	for _, state := range slices.Sorted(maps.Keys(f.Jobs)) {
		p.line("acovk_jobs", float64(f.Jobs[state]), "state", string(state))
	}
	oldest := 0.0
	if !f.Oldest.IsZero() {
		oldest = max(0, time.Since(f.Oldest).Seconds())
	}
	p.value("acovk_queue_oldest_seconds", "gauge", "Since when the job waits that has waited longest; 0: none waits.",
		oldest)
	p.family("acovk_job_wait_seconds", "histogram", "Time from the submission of jobs until a worker took them.")
	p.histogram("acovk_job_wait_seconds", f.Wait)
	p.family("acovk_job_run_seconds", "histogram", "Time from then until the end of the job.")
	p.histogram("acovk_job_run_seconds", f.Run)
	p.family("acovk_jobs_ended_total", "counter", "Jobs that ended, by state and type of their problem.")
	for _, end := range slices.SortedFunc(maps.Keys(f.Ends), func(a, b job.End) int {
		return cmp.Or(cmp.Compare(a.State, b.State), cmp.Compare(a.Problem, b.Problem))
	}) {
		p.line("acovk_jobs_ended_total", float64(f.Ends[end]), "state", string(end.State), "problem", end.Problem)
	}
	p.value("acovk_job_losses_total", "counter", "Jobs that workers have lost: they were silent until their lease ended.",
		float64(f.Losses))
	p.value("acovk_jobs_given_back_total", "counter", "Jobs that workers gave back because of a fault of their machine.",
		float64(f.GivenBack))
	p.value("acovk_jobs_requeued_total", "counter", "Jobs that had no message in the queue, and were queued again.",
		float64(f.Requeued))
	p.value("acovk_workers_silent", "gauge", "Workers that do not announce themselves, and are not yet forgotten.",
		float64(f.SilentWorkers))
	p.value("acovk_replicas", "gauge", "Nodes of the NATS cluster that keep the jobs; 0: one process keeps them.",
		float64(f.Replicas.Current))
	p.value("acovk_replicas_lost", "gauge", "Nodes of the NATS cluster that should keep the jobs, and do not answer.",
		float64(f.Replicas.Lost))
}

// writeWorkers adds the workers and their devices.
func writeWorkers(p *figures, workers []job.Worker) {
	busy, devices := 0, map[string]int{}
	for _, w := range workers {
		if w.Job != "" {
			busy++
		}
		for _, d := range w.Devices {
			devices[d.Name]++
		}
	}
	p.value("acovk_workers", "gauge", "Workers that were seen lately.", float64(len(workers)))
	p.value("acovk_workers_busy", "gauge", "Workers that have a job.", float64(busy))
	p.family("acovk_devices", "gauge", "Devices of the workers, by name.")
	for _, name := range slices.Sorted(maps.Keys(devices)) {
		p.line("acovk_devices", float64(devices[name]), "device", name)
	}
}

// writeProcess adds the figures of the process.
func (s *service) writeProcess(p *figures) {
	p.family("acovk_build_info", "gauge", "The version of the program; always 1.")
	p.line("acovk_build_info", 1, "version", s.options.Version, "go", runtime.Version())
	p.value("process_start_time_seconds", "gauge", "When the process began to serve, in seconds since 1970.",
		float64(s.metrics.started.UnixMilli())/1000)
	if bytes := child.ResidentMemory(os.Getpid()); bytes > 0 {
		p.value("process_resident_memory_bytes", "gauge", "Memory of the process that is in RAM.", float64(bytes))
	}
	sample := []runtimemetrics.Sample{{Name: "/memory/classes/total:bytes"}}
	runtimemetrics.Read(sample)
	p.value("go_memory_bytes", "gauge", "Memory that Go has from the system.", float64(sample[0].Value.Uint64()))
	p.value("go_goroutines", "gauge", "Goroutines of the process.", float64(runtime.NumGoroutine()))
}

// value adds a family of one value.
func (p *figures) value(name, kind, help string, value float64) {
	p.family(name, kind, help)
	p.line(name, value)
}

// histogram adds the lines of a histogram. labels are names and values in turn.
func (p *figures) histogram(name string, h job.Histogram, labels ...string) {
	labels = slices.Clip(labels)
	for i, bound := range h.Bounds {
		p.line(name+"_bucket", float64(h.Below[i]), append(labels, "le", decimal(bound))...)
	}
	p.line(name+"_bucket", float64(h.Count), append(labels, "le", "+Inf")...)
	p.line(name+"_sum", h.Sum, labels...)
	p.line(name+"_count", float64(h.Count), labels...)
}
