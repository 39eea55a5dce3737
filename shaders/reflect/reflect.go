// Package reflect reads the interface of a SPIR-V module: bindings, push constants and
// specialization constants. It also reads what a module needs from a device. Tool shadergen makes
// the table of package shaders with it, and tests compare the table with the embedded modules.
package reflect

import (
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
	"sort"
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

// The numbers of the SPIR-V specification, unified 1.x, sections 3.20 to 3.52.
const (
	magic                 = 0x07230203
	headerWords           = 5
	opName, opMemberName  = 5, 6
	opTypeRuntimeArray    = 29
	opTypeStruct          = 30
	opTypePointer         = 32
	opSpecConstant        = 50
	opVariable            = 59
	opDecorate            = 71
	opMemberDecorate      = 72
	opCapability          = 17
	decorationSpecID      = 1
	decorationArrayStride = 6
	decorationOffset      = 35
	decorationNonWritable = 24
	decorationNonReadable = 25
	decorationBinding     = 33
	decorationSet         = 34
	storagePushConstant   = 9
	storageStorageBuffer  = 12
	// Subgroup operations beyond the basic ones, from GroupNonUniformVote to GroupNonUniformQuad.
	firstGroupNonUniform, lastGroupNonUniform = 62, 68
)

type parser struct {
	names         map[uint32]string
	memberNames   map[uint32]map[uint32]string
	members       map[uint32][]uint32 // types of the members of structs
	elements      map[uint32]uint32   // types of the elements of runtime arrays
	strides       map[uint32]uint32   // of arrays
	offsets       map[uint32]map[uint32]uint32
	pointees      map[uint32]uint32
	specIDs       map[uint32]uint32
	specDefaults  map[uint32]uint32
	slots, sets   map[uint32]uint32
	nonWritable   map[uint32]int // members that carry the decoration, by struct
	nonReadable   map[uint32]int
	varNonWrite   map[uint32]bool // the decoration on the variable itself
	varNonRead    map[uint32]bool
	variables     []variable
	usesSubgroups bool
}

type variable struct{ id, pointer, storage uint32 }

// Read parses a module.
func Read(module []byte) (Module, error) {
	p := parser{
		names: map[uint32]string{}, memberNames: map[uint32]map[uint32]string{}, members: map[uint32][]uint32{},
		elements: map[uint32]uint32{}, strides: map[uint32]uint32{}, offsets: map[uint32]map[uint32]uint32{},
		pointees: map[uint32]uint32{}, specIDs: map[uint32]uint32{}, specDefaults: map[uint32]uint32{},
		slots: map[uint32]uint32{}, sets: map[uint32]uint32{}, nonWritable: map[uint32]int{},
		nonReadable: map[uint32]int{},
		varNonWrite: map[uint32]bool{}, varNonRead: map[uint32]bool{},
	}
	if err := instructions(module, p.instruction); err != nil {
		return Module{}, err
	}
	return p.module()
}

// instructions hands each instruction of a module on, its number and its operands.
func instructions(module []byte, take func(op uint32, operands []uint32) error) error {
	if len(module) < 4*headerWords || len(module)%4 != 0 || binary.LittleEndian.Uint32(module) != magic {
		return fmt.Errorf("read SPIR-V: %d bytes without its header", len(module))
	}
	words := make([]uint32, len(module)/4)
	for i := range words {
		words[i] = binary.LittleEndian.Uint32(module[4*i:])
	}
	for at := headerWords; at < len(words); {
		length := int(words[at] >> 16)
		if length == 0 || at+length > len(words) {
			return fmt.Errorf("read SPIR-V: the instruction at word %d is cut off", at)
		}
		if err := take(words[at]&0xFFFF, words[at+1:at+length]); err != nil {
			return err
		}
		at += length
	}
	return nil
}

// leastOperands is how many operands an instruction has at the least, for those that are read.
var leastOperands = map[uint32]int{
	opCapability: 1, opName: 1, opMemberName: 2, opTypeRuntimeArray: 2, opTypeStruct: 1, opTypePointer: 3,
	opSpecConstant: 3, opVariable: 3,
	opDecorate: 2, opMemberDecorate: 3,
}

func (p *parser) instruction(op uint32, operands []uint32) error {
	if len(operands) < leastOperands[op] {
		return fmt.Errorf("read SPIR-V: instruction %d has %d operands", op, len(operands))
	}
	switch op {
	case opCapability:
		p.usesSubgroups = p.usesSubgroups || firstGroupNonUniform <= operands[0] && operands[0] <= lastGroupNonUniform
	case opName:
		p.names[operands[0]] = text(operands[1:])
	case opMemberName:
		if p.memberNames[operands[0]] == nil {
			p.memberNames[operands[0]] = map[uint32]string{}
		}
		p.memberNames[operands[0]][operands[1]] = text(operands[2:])
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
		return p.decorate(operands)
	case opMemberDecorate:
		switch operands[2] {
		case decorationNonWritable:
			p.nonWritable[operands[0]]++
		case decorationNonReadable:
			p.nonReadable[operands[0]]++
		case decorationOffset:
			if len(operands) < 4 {
				return fmt.Errorf("read SPIR-V: an offset has no value")
			}
			if p.offsets[operands[0]] == nil {
				p.offsets[operands[0]] = map[uint32]uint32{}
			}
			p.offsets[operands[0]][operands[1]] = operands[3]
		}
	}
	return nil
}

func (p *parser) decorate(operands []uint32) error {
	switch operands[1] {
	case decorationSpecID, decorationBinding, decorationSet, decorationArrayStride:
		if len(operands) < 3 {
			return fmt.Errorf("read SPIR-V: decoration %d has no value", operands[1])
		}
	}
	switch operands[1] {
	case decorationSpecID:
		p.specIDs[operands[0]] = operands[2]
	case decorationArrayStride:
		p.strides[operands[0]] = operands[2]
	case decorationBinding:
		p.slots[operands[0]] = operands[2]
	case decorationSet:
		p.sets[operands[0]] = operands[2]
	case decorationNonWritable:
		p.varNonWrite[operands[0]] = true
	case decorationNonReadable:
		p.varNonRead[operands[0]] = true
	}
	return nil
}

func (p *parser) module() (Module, error) {
	m := Module{Subgroups: p.usesSubgroups}
	for _, v := range p.variables {
		block := p.pointees[v.pointer]
		switch v.storage {
		case storagePushConstant:
			for i := range p.members[block] {
				m.Push = append(m.Push, p.memberNames[block][uint32(i)])
			}
		case storageStorageBuffer:
			if p.sets[v.id] != 0 {
				return Module{}, fmt.Errorf("read SPIR-V: binding %d is in descriptor set %d; all are in set 0",
					p.slots[v.id], p.sets[v.id])
			}
			name := p.names[v.id]
			if name == "" {
				name = p.memberNames[block][0]
			}
			m.Bindings = append(m.Bindings, Binding{
				Slot: p.slots[v.id], Name: name,
				Reads:  p.nonReadable[block] < len(p.members[block]) && !p.varNonRead[v.id],
				Writes: p.nonWritable[block] < len(p.members[block]) && !p.varNonWrite[v.id],
			})
			p.layout(&m.Bindings[len(m.Bindings)-1], block)
		}
	}
	m.Constants = p.constants()
	sort.Slice(m.Bindings, func(i, j int) bool { return m.Bindings[i].Slot < m.Bindings[j].Slot })
	sort.Slice(m.Constants, func(i, j int) bool { return m.Constants[i].ID < m.Constants[j].ID })
	return m, nil
}

// layout adds the layout of a block that is an array.
func (p *parser) layout(b *Binding, block uint32) {
	if len(p.members[block]) != 1 {
		return
	}
	array := p.members[block][0]
	b.Stride = p.strides[array]
	for i := range p.members[p.elements[array]] {
		b.Offsets = append(b.Offsets, p.offsets[p.elements[array]][uint32(i)])
	}
}

// constants lists the specialization constants. A module has the size of a work-group a second
// time, as a constant without a name but with the same id: the constant with a name counts.
func (p *parser) constants() []Constant {
	byID := map[uint32]Constant{}
	for result, id := range p.specIDs {
		if c, seen := byID[id]; !seen || c.Name == "" {
			byID[id] = Constant{ID: id, Name: p.names[result], Default: p.specDefaults[result]}
		}
	}
	return slices.Collect(maps.Values(byID))
}

// text decodes a literal string: UTF-8, closed by a zero, four bytes a word.
func text(words []uint32) string {
	var bytes []byte
	for _, w := range words {
		for shift := 0; shift < 32; shift += 8 {
			b := byte(w >> shift)
			if b == 0 {
				return string(bytes)
			}
			bytes = append(bytes, b)
		}
	}
	return string(bytes)
}
