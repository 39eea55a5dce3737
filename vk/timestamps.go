//go:build cgo

package vk

import (
	"fmt"
	"math"
	"time"
	"unsafe"

	"github.com/vulkan-go/vulkan"
)

// maxTimestampCount bounds a query pool. The bounds of drivers are far higher.
const maxTimestampCount = 1 << 16

// queries are the timestamps of a command buffer.
type queries struct {
	pool      vulkan.QueryPool // null if the capacity is 0 or the device has no timestamps
	capacity  uint32
	used      uint32
	submitted bool
}

func (q *queries) create(op string, d *Device) error {
	if q.capacity == 0 || d.physical.info.TimestampBits == 0 {
		return nil
	}
	info := vulkan.QueryPoolCreateInfo{
		SType:      vulkan.StructureTypeQueryPoolCreateInfo,
		QueryType:  vulkan.QueryTypeTimestamp,
		QueryCount: q.capacity,
	}
	defer info.Free()
	var pool vulkan.QueryPool
	err := d.outcome(op, vulkan.CreateQueryPool(d.handle, &info, nil, &pool))
	q.pool = pool
	return err
}

// reset records the reset of the queries, so that each submission writes them again.
func (q *queries) reset(commands vulkan.CommandBuffer) {
	q.used, q.submitted = 0, false
	if q.pool != vulkan.NullQueryPool {
		vulkan.CmdResetQueryPool(commands, q.pool, 0, q.capacity)
	}
}

func (q *queries) destroy(d *Device) { vulkan.DestroyQueryPool(d.handle, q.pool, nil) }

// Timestamp records a timestamp: the time when all earlier commands are done.
func (c *CommandBuffer) Timestamp() {
	if !c.recording() {
		return
	}
	q := &c.queries
	if q.used == q.capacity {
		c.reject("timestamp in", fmt.Sprintf("the command buffer was created for %d timestamps", q.capacity))
		return
	}
	if q.pool != vulkan.NullQueryPool {
		vulkan.CmdWriteTimestamp(c.handle, vulkan.PipelineStageBottomOfPipeBit, q.pool, q.used)
	}
	q.used++
}

// Timestamps returns the timestamps of the last submission, relative to its first; nil on a device
// without timestamps.
func (c *CommandBuffer) Timestamps() ([]time.Duration, error) {
	if err := c.expect("read timestamps of", stateExecutable); err != nil {
		return nil, err
	}
	op, q := c.op("read timestamps of"), &c.queries
	if !q.submitted {
		return nil, refuse(op, "%s", stateNames[stateExecutable])
	}
	if q.used == 0 || q.pool == vulkan.NullQueryPool {
		return nil, nil
	}
	ticks := make([]uint64, q.used)
	const stride = 8
	r := vulkan.GetQueryPoolResults(c.d.handle, q.pool, 0, q.used, uint(stride*len(ticks)),
		unsafe.Pointer(&ticks[0]), stride,
		vulkan.QueryResultFlags(vulkan.QueryResult64Bit))
	if err := c.d.outcome(op, r); err != nil {
		return nil, err
	}
	i := &c.d.physical.info
	return durations(ticks, i.TimestampBits, i.TimestampPeriodNS), nil
}

// durations converts values of a counter with a number of valid bits and a period to times since
// the first value. The counter may wrap around once in between.
func durations(ticks []uint64, bits uint32, periodNS float64) []time.Duration {
	mask := uint64(math.MaxUint64)
	if bits < 64 {
		mask = 1<<bits - 1
	}
	all := make([]time.Duration, len(ticks))
	for i, t := range ticks {
		all[i] = time.Duration(float64((t-ticks[0])&mask) * periodNS)
	}
	return all
}
