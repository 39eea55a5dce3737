package store

import (
	"context"
	"io"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// memoryObjects are the objects of a store in memory. JetStream has none of them: it would make
// parts of each object, and keep them twice.
type memoryObjects struct {
	jetstream.ObjectStore
	mu  sync.Mutex
	all map[string]*memoryObject
}

type memoryObject struct {
	jetstream.ObjectInfo
	data []byte
}

func newMemoryObjects(empty jetstream.ObjectStore) *memoryObjects {
	return &memoryObjects{ObjectStore: empty, all: map[string]*memoryObject{}}
}

func (m *memoryObjects) find(name string) (*memoryObject, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if o := m.all[name]; o != nil {
		return o, nil
	}
	return nil, jetstream.ErrObjectNotFound
}

func (m *memoryObjects) set(meta jetstream.ObjectMeta, data []byte) *jetstream.ObjectInfo {
	m.mu.Lock()
	defer m.mu.Unlock()
	o := &memoryObject{jetstream.ObjectInfo{ObjectMeta: meta, ModTime: time.Now(), Size: uint64(len(data))}, data}
	m.all[meta.Name] = o
	return &o.ObjectInfo
}

// Put implements jetstream.ObjectStore, as the other methods do.
func (m *memoryObjects) Put(_ context.Context, meta jetstream.ObjectMeta, from io.Reader) (*jetstream.ObjectInfo, error) {
	data, err := io.ReadAll(from)
	if err != nil {
		return nil, err
	}
	return m.set(meta, data), nil
}

func (m *memoryObjects) UpdateMeta(_ context.Context, name string, meta jetstream.ObjectMeta) error {
	o, err := m.find(name)
	if err == nil {
		m.set(meta, o.data)
	}
	return err
}

func (m *memoryObjects) GetInfo(
	_ context.Context, name string, _ ...jetstream.GetObjectInfoOpt,
) (*jetstream.ObjectInfo, error) {
	o, err := m.find(name)
	if err != nil {
		return nil, err
	}
	return &o.ObjectInfo, nil
}

func (m *memoryObjects) GetBytes(_ context.Context, name string, _ ...jetstream.GetObjectOpt) ([]byte, error) {
	o, err := m.find(name)
	if err != nil {
		return nil, err
	}
	return o.data, nil
}

func (m *memoryObjects) Delete(_ context.Context, name string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.all, name)
	return nil
}

func (m *memoryObjects) List(context.Context, ...jetstream.ListObjectsOpt) (list []*jetstream.ObjectInfo, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, o := range m.all {
		list = append(list, &o.ObjectInfo)
	}
	return list, nil
}
