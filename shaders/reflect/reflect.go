// Package reflect reads the interface of a SPIR-V module: bindings, push constants and
// specialization constants. It also reads what a module needs from a device. Tool shadergen makes
// the table of package shaders with it, and tests compare the table with the embedded modules.
package reflect

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"slices"
)

// Module is the interface of a compute shader.
type Module struct {
	Bindings  []Binding  // of descriptor set 0, by slot
	Push      []string   // members of the push-constant block, one 32-bit word each, in order
	Constants []Constant // specialization constants, by id
	Subgroups bool       // whether invocations of a subgroup tell each other anything
}

// Binding is one storage buffer.
type Binding struct {
	Slot uint32
	// The block's instance name, or the name of its first member; "" in a stripped module.
	Name          string
	Reads, Writes bool
	Offsets       []uint32 // in bytes of the members, where the buffer is an array of structures
	Stride        uint32   // bytes from one element to the next; 0 where the buffer is no array
}

// Constant is one specialization constant of 32 bits.
type Constant struct {
	ID      uint32
	Name    string
	Default uint32
}

type parser struct {
	names         map[place]string
	decorations   map[decoration]uint32 // their values; 0 for those without
	members       map[uint32][]uint32   // types of the members of structs
	elements      map[uint32]uint32     // types of the elements of runtime arrays
	pointees      map[uint32]uint32
	specDefaults  map[uint32]uint32
	variables     []variable
	usesSubgroups bool
}

// place is an id, or a member of a struct with that id.
type place struct{ id, member uint32 }

// itself is the member of a place that is no member.
const itself = math.MaxUint32

// decoration is a decoration of a place, by its number.
type decoration struct {
	place
	number uint32
}

// valued are the decorations whose values are read.
var valued = []uint32{decorationSpecID, decorationArrayStride, decorationOffset, decorationBinding, decorationSet}

type variable struct{ id, pointer, storage uint32 }

// Read parses a module.
func Read(module []byte) (Module, error) {
	p := parser{
		names: map[place]string{}, decorations: map[decoration]uint32{}, members: map[uint32][]uint32{},
		elements: map[uint32]uint32{}, pointees: map[uint32]uint32{}, specDefaults: map[uint32]uint32{},
	}
	if err := read(module, p.instruction); err != nil {
		return Module{}, err
	}
	return p.module()
}

func (p *parser) instruction(op uint32, operands []uint32) error {
	switch op {
	case opCapability:
		p.usesSubgroups = p.usesSubgroups || firstGroupNonUniform <= operands[0] && operands[0] <= lastGroupNonUniform
	case opName:
		p.names[place{operands[0], itself}] = text(operands[1:])
	case opMemberName:
		p.names[place{operands[0], operands[1]}] = text(operands[2:])
	case opTypeStruct:
		p.members[operands[0]] = operands[1:]
	case opTypeRuntimeArray:
		p.elements[operands[0]] = operands[1]
	case opTypePointer:
		p.pointees[operands[0]] = operands[2]
	case opSpecConstant:
		p.specDefaults[operands[1]] = operands[2]
	case opVariable:
		p.variables = append(p.variables, variable{id: operands[1], pointer: operands[0], storage: operands[2]})
	case opDecorate:
		return p.decorate(place{operands[0], itself}, operands[1:])
	case opMemberDecorate:
		return p.decorate(place{operands[0], operands[1]}, operands[2:])
	}
	return nil
}

// decorate adds the decoration of a place: its number and its values.
func (p *parser) decorate(at place, operands []uint32) error {
	value := uint32(0)
	if slices.Contains(valued, operands[0]) {
		if len(operands) < 2 {
			return fmt.Errorf("read SPIR-V: decoration %d has no value", operands[0])
		}
		value = operands[1]
	}
	p.decorations[decoration{at, operands[0]}] = value
	return nil
}

// value returns the value of an id's decoration, 0 if it does not have the decoration.
func (p *parser) value(id, number uint32) uint32 {
	return p.decorations[decoration{place{id, itself}, number}]
}

// decorated reports whether a variable, or each member of its block, has a decoration.
func (p *parser) decorated(variable, block, number uint32) bool {
	if _, has := p.decorations[decoration{place{variable, itself}, number}]; has {
		return true
	}
	for i := range p.members[block] {
		if _, has := p.decorations[decoration{place{block, uint32(i)}, number}]; !has {
			return false
		}
	}
	return true
}

func (p *parser) module() (Module, error) {
	m := Module{Subgroups: p.usesSubgroups}
	for _, v := range p.variables {
		block := p.pointees[v.pointer]
		switch v.storage {
		case storagePushConstant:
			for i := range p.members[block] {
				m.Push = append(m.Push, p.names[place{block, uint32(i)}])
			}
		case storageStorageBuffer:
			slot, set := p.value(v.id, decorationBinding), p.value(v.id, decorationSet)
			if set != 0 {
				return Module{}, fmt.Errorf("read SPIR-V: binding %d is in descriptor set %d; all are in set 0", slot, set)
			}
			m.Bindings = append(m.Bindings, Binding{
				Slot: slot, Name: cmp.Or(p.names[place{v.id, itself}], p.names[place{block, 0}]),
				Reads:  !p.decorated(v.id, block, decorationNonReadable),
				Writes: !p.decorated(v.id, block, decorationNonWritable),
			})
			p.layout(&m.Bindings[len(m.Bindings)-1], block)
		}
	}
	m.Constants = p.constants()
	slices.SortFunc(m.Bindings, func(a, b Binding) int { return cmp.Compare(a.Slot, b.Slot) })
	slices.SortFunc(m.Constants, func(a, b Constant) int { return cmp.Compare(a.ID, b.ID) })
	return m, nil
}

// layout adds the layout of a block that is an array.
func (p *parser) layout(b *Binding, block uint32) {
	if len(p.members[block]) != 1 {
		return
	}
	array := p.members[block][0]
	b.Stride = p.value(array, decorationArrayStride)
	element := p.elements[array]
	for i := range p.members[element] {
		b.Offsets = append(b.Offsets, p.decorations[decoration{place{element, uint32(i)}, decorationOffset}])
	}
}

// constants lists the specialization constants. A module has the size of a work-group a second
// time, as a constant without a name but with the same id: the constant with a name counts.
func (p *parser) constants() []Constant {
	byID := map[uint32]Constant{}
	for d, id := range p.decorations {
		if d.number != decorationSpecID {
			continue
		}
		if c, seen := byID[id]; !seen || c.Name == "" {
			byID[id] = Constant{ID: id, Name: p.names[d.place], Default: p.specDefaults[d.id]}
		}
	}
	return slices.Collect(maps.Values(byID))
}

// text decodes a literal string: UTF-8, closed by a zero, four bytes a word.
func text(words []uint32) string {
	var all []byte
	for _, w := range words {
		all = binary.LittleEndian.AppendUint32(all, w)
	}
	all, _, _ = bytes.Cut(all, []byte{0})
	return string(all)
}
